/** `light-dark()` and Mantine's mixins in style sheets. Breakpoints are written as they are: 37.5em 60em 80em 120em 160em. */
export default {
  plugins: { 'postcss-preset-mantine': {} },
};
