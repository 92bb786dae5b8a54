import { Trans } from '@lingui/react/macro';
import { Section } from '#base/ui/panel/section.tsx';
import { Tag, Tags } from '#base/ui/states/tag.tsx';
import type { ShownDraw, ShownPlace } from '../draw-shapes.ts';
import classes from './draw-screen.module.css';

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
      <ol className={classes.places}>
        {places.map(({ place, name, isGiven, passedAt }) => (
          <li key={place} data-passed={passedAt !== null || undefined}>
            <Tags>
              <b className={classes.name}>
                {place}. <bdi>{name ?? <Trans>Аноним</Trans>}</bdi>
              </b>
              {place === own && (
                <Tag>
                  <Trans>Это вы</Trans>
                </Tag>
              )}
              {isGiven && (
                <Tag look="done">
                  <Trans>Приз отдан</Trans>
                </Tag>
              )}
              {passedAt !== null && (
                <Tag look="over">
                  <Trans>Приз передан дальше</Trans>
                </Tag>
              )}
            </Tags>
          </li>
        ))}
      </ol>
    </Section>
  );
}
