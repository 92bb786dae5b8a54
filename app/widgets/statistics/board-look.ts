import type { ShownSettings } from '../widget-shapes.ts';

/** The colours and the size of what shows figures on the stream. */
export function boardLook({ statistics }: ShownSettings): React.CSSProperties {
  const { textColor, groundColor, accentColor, groundOpacity, size } = statistics;
  const variables: Readonly<Record<`--${string}`, string | number>> = {
    '--text': textColor,
    '--ground': `color-mix(in srgb, ${groundColor} ${groundOpacity}%, transparent)`,
    '--accent-colour': accentColor,
    '--scale': size / 100,
  };
  return variables;
}
