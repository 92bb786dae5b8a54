import { MantineContext, MantineThemeProvider } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { chooseColourScheme, useColourScheme } from './colour-scheme.ts';
import { theme } from './theme.ts';

const root = () => document.documentElement;

/**
 * What Mantine's components need around them: the theme and the colour scheme. Stands in for `MantineProvider`, which
 * computes all variables in the browser and writes them into every page; ours stand in a style sheet (theme-style-sheet.ts).
 * Only layouts whose screens use such components have it: the public pages are written without, for their size.
 */
export function Look({ nonce, children }: { readonly nonce: string | undefined; readonly children: ReactNode }) {
  const colorScheme = useColourScheme();
  const context = useMemo(
    () => ({
      colorScheme,
      setColorScheme: chooseColourScheme,
      clearColorScheme: () => chooseColourScheme('auto'),
      getRootElement: root,
      classNamesPrefix: 'mantine',
      getStyleNonce: () => nonce,
      cssVariablesSelector: ':root',
      withStaticClasses: false,
      deduplicateInlineStyles: true,
    }),
    [colorScheme, nonce],
  );
  return (
    <MantineContext value={context}>
      <MantineThemeProvider theme={theme}>{children}</MantineThemeProvider>
    </MantineContext>
  );
}
