/** The layout's breakpoints stand here for the style sheets and in base/ui/theme.ts for the components. */
export default {
  plugins: {
    'postcss-preset-mantine': {},
    'postcss-simple-vars': {
      variables: {
        'mantine-breakpoint-xs': '37.5em',
        'mantine-breakpoint-sm': '60em',
        'mantine-breakpoint-md': '80em',
        'mantine-breakpoint-lg': '120em',
        'mantine-breakpoint-xl': '160em',
      },
    },
  },
};
