import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

const pomegranate: MantineColorsTuple = [
  '#FDF0F2',
  '#FADCE1',
  '#F3B7C1',
  '#EC8E9D',
  '#E56A7E',
  '#DD4F66',
  '#C2334D',
  '#A82940',
  '#8B2135',
  '#6E1A2A',
];
const saffron: MantineColorsTuple = [
  '#FEF7EA',
  '#FCEBCB',
  '#F8D69A',
  '#F3C067',
  '#EEAF4A',
  '#E9A23B',
  '#C98324',
  '#9C6416',
  '#744A10',
  '#50330B',
];
const leaf: MantineColorsTuple = [
  '#EDF8F2',
  '#D3EEDF',
  '#A8DEC0',
  '#79CB9E',
  '#54B984',
  '#3DA56F',
  '#2F8F5B',
  '#247249',
  '#1B5838',
  '#133F28',
];
/** Warm paper greys: the light scheme's lines and quiet texts. */
const gray: MantineColorsTuple = [
  '#FBF8F3',
  '#F5F0E8',
  '#ECE5DA',
  '#E2D9CB',
  '#CFC4B4',
  '#A99E90',
  '#766C62',
  '#5C534B',
  '#3B342F',
  '#1C1917',
];
/** Warm ink: the dark scheme from its text to its ground. */
const dark: MantineColorsTuple = [
  '#F4EFEA',
  '#D8CFC8',
  '#B3A8A1',
  '#8E837D',
  '#463D40',
  '#372F32',
  '#211C1F',
  '#151214',
  '#100D0F',
  '#0B090A',
];

/** The look's tokens for the components (base/ui/styles.css holds those that only style sheets need). */
export const theme = createTheme({
  colors: { pomegranate, saffron, leaf, gray, dark },
  primaryColor: 'pomegranate',
  primaryShade: { light: 6, dark: 5 },
  autoContrast: true,
  luminanceThreshold: 0.36,
  white: '#FFFFFF',
  black: '#1C1917',
  fontFamily: "'Onest Variable', 'Onest Fallback', system-ui, sans-serif",
  headings: {
    fontFamily: "'Onest Variable', 'Onest Fallback', system-ui, sans-serif",
    fontWeight: '700',
    textWrap: 'balance',
  },
  defaultRadius: 'md',
  radius: { xs: '4px', sm: '8px', md: '12px', lg: '20px', xl: '32px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  breakpoints: { xs: '37.5em', sm: '60em', md: '80em', lg: '120em', xl: '160em' },
  shadows: { xs: 'none', sm: 'none' },
  respectReducedMotion: true,
  cursorType: 'pointer',
});

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {
    '--display-font': "'Unbounded Variable', 'Unbounded Fallback', 'Onest Variable', system-ui, sans-serif",
  },
  light: {
    '--mantine-color-body': '#FBF8F3',
    '--mantine-color-text': '#1C1917',
    '--mantine-color-dimmed': '#6B6158',
    '--mantine-color-default': '#FFFFFF',
    '--mantine-color-default-hover': '#F5F0E8',
    '--mantine-color-default-border': '#E2D9CB',
    '--mantine-color-anchor': '#B02C45',
    '--surface': '#FFFFFF',
    '--surface-sunk': '#F5F0E8',
    '--line': '#E8DFD2',
    '--accent': '#C2334D',
    '--accent-text': '#B02C45',
    '--saffron': '#E9A23B',
    '--success': '#2F8F5B',
    '--success-text': '#22704A',
  },
  dark: {
    '--mantine-color-body': '#151214',
    '--mantine-color-text': '#F4EFEA',
    '--mantine-color-dimmed': '#B3A8A1',
    '--mantine-color-default': '#1E1A1C',
    '--mantine-color-default-hover': '#2A2427',
    '--mantine-color-default-border': '#3A3235',
    '--mantine-color-anchor': '#F08A9B',
    '--surface': '#1E1A1C',
    '--surface-sunk': '#0F0D0E',
    '--line': '#342D30',
    '--accent': '#DD4F66',
    '--accent-text': '#F08A9B',
    '--saffron': '#F0B557',
    '--success': '#3DA56F',
    '--success-text': '#7FD0A5',
  },
});
