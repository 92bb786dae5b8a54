import {
  localStorageColorSchemeManager,
  type MantineColorScheme,
  MantineContext,
  MantineThemeProvider,
} from '@mantine/core';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { theme } from './theme.ts';

/** Under this the chosen colour scheme is kept in the browser. */
export const colourSchemeKey = 'colour-scheme';

const kept = localStorageColorSchemeManager({ key: colourSchemeKey });
const darkSystem = '(prefers-color-scheme: dark)';
const root = () => document.documentElement;

function show(scheme: MantineColorScheme): void {
  const shown = scheme === 'auto' ? (window.matchMedia(darkSystem).matches ? 'dark' : 'light') : scheme;
  root().setAttribute('data-mantine-color-scheme', shown);
}

/** The chosen scheme: the system's until the visitor chooses; other windows of his follow. */
function useColourScheme() {
  const [scheme, setScheme] = useState(() => kept.get('auto'));
  useEffect(() => {
    show(scheme);
    const follow = () => show(scheme);
    const system = window.matchMedia(darkSystem);
    system.addEventListener('change', follow);
    kept.subscribe(setScheme);
    return () => {
      system.removeEventListener('change', follow);
      kept.unsubscribe();
    };
  }, [scheme]);
  return useMemo(
    () => ({
      colorScheme: scheme,
      setColorScheme: (chosen: MantineColorScheme) => {
        setScheme(chosen);
        kept.set(chosen);
        show(chosen);
      },
      clearColorScheme: () => {
        kept.clear();
        setScheme('auto');
      },
    }),
    [scheme],
  );
}

/**
 * What the components need: the theme and the colour scheme. Stands in for `MantineProvider`, which computes all variables in
 * the browser and writes them into every page; ours are computed once and stand in a style sheet (theme-style-sheet.ts).
 */
export function Look({ nonce, children }: { readonly nonce: string | undefined; readonly children: ReactNode }) {
  const colours = useColourScheme();
  const context = useMemo(
    () => ({
      ...colours,
      getRootElement: root,
      classNamesPrefix: 'mantine',
      getStyleNonce: () => nonce,
      cssVariablesSelector: ':root',
      withStaticClasses: false,
      deduplicateInlineStyles: true,
    }),
    [colours, nonce],
  );
  return (
    <MantineContext value={context}>
      <MantineThemeProvider theme={theme}>{children}</MantineThemeProvider>
    </MantineContext>
  );
}
