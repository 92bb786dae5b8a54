import { Trans } from '@lingui/react/macro';
import { Section } from '#base/ui/panel/section.tsx';
import { Tag } from '#base/ui/states/tag.tsx';
import type { ShownDraw, ShownPlace } from '../draw-shapes.ts';
import { DrawnPlaces } from '../drawn-places.tsx';

interface DrawPlacesProps {
  readonly draw: ShownDraw;
  readonly places: readonly ShownPlace[];
  /** That of whoever looks; undefined: they have won nothing. */
  readonly own: number | undefined;
}

/** Everybody who has won, by places; those that were passed on stay. */
export function DrawPlaces({ draw: { entryCount }, places, own }: DrawPlacesProps) {
  return (
    <Section title={<Trans>Победители</Trans>}>
      {entryCount === 0 && (
        <p>
          <Trans>Никто не участвовал, победителей нет</Trans>
        </p>
      )}
      <DrawnPlaces places={places} isOwn={({ place }) => place === own} passed={<Trans>Приз передан дальше</Trans>}>
        {({ isGiven }) =>
          isGiven && (
            <Tag look="done">
              <Trans>Приз отдан</Trans>
            </Tag>
          )
        }
      </DrawnPlaces>
    </Section>
  );
}
