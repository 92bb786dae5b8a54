import { convertCssVariables, DEFAULT_THEME, defaultCssVariablesResolver, mergeMantineTheme } from '@mantine/core';
import { cssVariables, theme } from './theme.ts';

/** Mantine's own palette; ours has pomegranate, saffron, leaf, gray and dark, and red for what is wrong. */
const foreignColours =
  /(?<=[;{\s])--mantine-color-(?:blue|grape|violet|indigo|cyan|teal|lime|orange|pink|green|yellow)-[\w-]+:[^;]*;/g;

/** What `hiddenFrom` and `visibleFrom` of the components need. */
function visibilityClasses(breakpoints: Readonly<Record<string, string>>): string {
  return Object.entries(breakpoints)
    .map(
      ([name, width]) =>
        `@media (width < ${width}) { .mantine-visible-from-${name} { display: none !important; } }\n` +
        `@media (width >= ${width}) { .mantine-hidden-from-${name} { display: none !important; } }\n`,
    )
    .join('');
}

/** All variables of the theme as a style sheet, written once by the build instead of by every page in every browser. */
export function themeStyleSheet(): string {
  const whole = mergeMantineTheme(DEFAULT_THEME, theme);
  const given = defaultCssVariablesResolver(whole);
  const own = cssVariables(whole);
  const css = convertCssVariables({
    variables: { ...given.variables, ...own.variables },
    light: { '--mantine-color-scheme': 'light', ...given.light, ...own.light },
    dark: { '--mantine-color-scheme': 'dark', ...given.dark, ...own.dark },
  });
  return css.replaceAll(foreignColours, '') + visibilityClasses(whole.breakpoints);
}
