import { Trans } from '@lingui/react/macro';
import { DrawnPlaces } from '#app/draws/drawn-places.tsx';
import { Section } from '#base/ui/panel/section.tsx';
import { Tag } from '#base/ui/states/tag.tsx';
import type { GiftKind } from '../gift-rules.ts';
import type { GiftPlace } from '../gift-shapes.ts';

interface GiftGettersProps {
  readonly kind: GiftKind;
  readonly places: readonly GiftPlace[];
  /** Of whoever looks; null: they have taken no part. */
  readonly ownTicket: string | null;
}

/** Who got some of a gift, in order; those who were passed over stay. */
export function GiftGetters({ kind, places, ownTicket }: GiftGettersProps) {
  return (
    <Section title={<Trans>Кому достались</Trans>}>
      <DrawnPlaces
        places={places}
        isOwn={({ ticket }) => ticket !== null && ticket === ownTicket}
        passed={
          kind === 'Pieces' ? (
            <Trans>Не досталась: аккаунта больше нет</Trans>
          ) : (
            <Trans>Не достался: уже подписан или аккаунта нет</Trans>
          )
        }
      >
        {({ lapsedAt, withdrawnAt }) => {
          if (lapsedAt === null && withdrawnAt === null) return null;
          return (
            <Tag look="over">
              {lapsedAt === null ? <Trans>Донат вернули</Trans> : <Trans>Не выбрано вовремя</Trans>}
            </Tag>
          );
        }}
      </DrawnPlaces>
    </Section>
  );
}
