import type { StateLook } from './state-looks.ts';

/** Drawn here: a file for each icon would cost every page of the site an entry in the list of files. */
const signs: Readonly<Record<StateLook, string>> = {
  done: 'M5 12l5 5L20 7',
  waits: 'M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18M12 7v5l3 2',
  underWay: 'M5 12h14M13 6l6 6l-6 6',
  trouble: 'M12 4L3 20h18zM12 10v4M12 17v.01',
  over: 'M5 12h14',
};

/** The sign of a state, which repeats its text. */
export function StateSign({ look }: { readonly look: StateLook }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={14}
      height={14}
      fill="none"
      stroke="currentColor"
      strokeWidth={2.5}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      <path d={signs[look]} />
    </svg>
  );
}
