import { Trans } from '@lingui/react/macro';
import { Section } from '#base/ui/panel/section.tsx';
import { Tag, Tags } from '#base/ui/states/tag.tsx';
import type { GiftPlace } from '../../gifts.calls.ts';
import classes from './gift.module.css';

interface GiftGettersProps {
  readonly places: readonly GiftPlace[];
  /** Of whoever looks; null: they have taken no part. */
  readonly ownTicket: string | null;
}

/** Who got months, in order; those who were passed over stay. */
export function GiftGetters({ places, ownTicket }: GiftGettersProps) {
  return (
    <Section title={<Trans>Кому достались</Trans>}>
      <ol className={classes.places}>
        {places.map(({ place, name, ticket, passedAt }) => (
          <li key={place} data-passed={passedAt !== null || undefined}>
            <Tags>
              <b className={classes.name}>
                {place}. <bdi>{name ?? <Trans>Аноним</Trans>}</bdi>
              </b>
              {ticket !== null && ticket === ownTicket && (
                <Tag>
                  <Trans>Это вы</Trans>
                </Tag>
              )}
              {passedAt !== null && (
                <Tag look="over">
                  <Trans>Не достался: уже подписан или аккаунта нет</Trans>
                </Tag>
              )}
            </Tags>
          </li>
        ))}
      </ol>
    </Section>
  );
}
