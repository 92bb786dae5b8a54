import { MantineContext, MantineThemeProvider } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { chooseColourScheme, useColourScheme } from './colour-scheme.ts';
import { theme } from './theme.ts';

const root = () => document.documentElement;

/**
 * The context of Mantine's components: theme and colour scheme. Replaces `MantineProvider`, which computes all variables in the browser;
 * ours are in a style sheet (theme-style-sheet.ts). Only layouts whose screens use such components render it: public pages do without, to
 * stay small.
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
