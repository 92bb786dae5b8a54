import { Trans } from '@lingui/react/macro';
import { useEffect } from 'react';
import { call } from '#app/call.ts';
import { DrawCheckPart } from '#app/draws/draw-check-part.tsx';
import { keepSeen } from '#app/draws/seen-draws.ts';
import { useIsPast } from '#app/draws/use-is-past.ts';
import { WhenKnown } from '#app/draws/when-known.tsx';
import { Level } from '#app/memberships/level.tsx';
import type { CallAnswer } from '#base/calls/call.ts';
import { serverNow } from '#base/text/server-clock.ts';
import { Stack } from '#base/ui/layout/parts.tsx';
import { LinkButton } from '#base/ui/page/link-button.tsx';
import panel from '#base/ui/panel/panel.module.css';
import { ShareButton } from '#base/ui/share/share-button.tsx';
import { giftPath } from '../gift-path.ts';
import type { ShownGift } from '../gift-shapes.ts';
import type { giftsCalls } from '../gifts.calls.ts';
import { GiftGetters } from './gift-getters.tsx';
import { GiftPart } from './gift-part.tsx';
import { useGift } from './use-gift.ts';

interface GiftBodyProps {
  readonly loaded: CallAnswer<typeof giftsCalls.gifted>;
  /** Of the page, to share it by. */
  readonly title: string;
  /** Of the country (GET Config). */
  readonly phoneMask: string;
  readonly currency: string;
}

/** What gifted months are for whoever looks, who got them, and how everybody checks it. */
export default function GiftBody({ loaded, title, phoneMask, currency }: GiftBodyProps) {
  const { creator } = loaded;
  const isPast = useIsPast(loaded.gift.entryUntil ?? loaded.gift.expiresAt);
  const known = useGift({ loaded, isPast });
  const { places, part, personId } = known;
  // A page that was rendered before the end is kept for later.
  const gift: ShownGift = known.gift.state === 'Entering' && isPast ? { ...known.gift, state: 'Drawing' } : known.gift;
  const { level, receiver, seedHash } = gift;
  const ticket = part?.ticket ?? null;
  useKeptGift(gift, personId, ticket);
  const { displayName, userName } = creator;
  return (
    <WhenKnown isWaiting={known.isWaiting}>
      {level !== null && gift.state !== 'Over' && (
        <p>
          <Trans>
            Уровень «{level.name}» у автора {displayName}: платить за него не нужно, карта не нужна.
          </Trans>
        </p>
      )}
      <GiftPart gift={gift} known={known} phoneMask={phoneMask} />
      {level !== null && (
        <div className={panel.panel}>
          <Level level={level} currency={currency} />
        </div>
      )}
      {places.length > 0 && <GiftGetters places={places} ownTicket={ticket} />}
      {seedHash !== null && (
        <DrawCheckPart
          draw={{ ...gift, seedHash }}
          places={places.flatMap((one) => (one.ticket === null ? [] : [{ ...one, ticket: one.ticket }]))}
          readTickets={async (after) =>
            (await call('GET Membership/GiftTickets', { query: { giftId: gift.id, after } })).tickets
          }
          personId={personId}
          ownTicket={ticket}
        />
      )}
      <Stack gap={12} align="start" justify="start">
        {receiver === 'Chat' && <ShareButton title={title} path={giftPath(gift.id)} />}
        <LinkButton look="quiet" to={`/${userName}`}>
          <Trans>Страница автора</Trans>
        </LinkButton>
      </Stack>
    </WhenKnown>
  );
}

/** Keeps what is promised while people enter, to be compared with what is drawn. */
function useKeptGift({ id, seedHash, state }: ShownGift, personId: string | null, ticket: string | null): void {
  useEffect(() => {
    if (state !== 'Entering' || seedHash === null) return;
    keepSeen({ id, seedHash }, personId === null || ticket === null ? null : { personId, ticket }, serverNow());
  }, [id, seedHash, state, personId, ticket]);
}
