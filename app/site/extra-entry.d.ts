declare module 'virtual:extra-entry' {
  import type { ExtraEntry } from '#base/pages/extra-entry.ts';

  /** Null in the browser, which already has the value. */
  const entry: ExtraEntry | null;
  export default entry;
}
