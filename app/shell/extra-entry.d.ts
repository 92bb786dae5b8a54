declare module 'virtual:extra-entry' {
  import type { ExtraEntry } from '#base/extra-entry.ts';

  /** Null in the browser, which has been told already. */
  const entry: ExtraEntry | null;
  export default entry;
}
