import { Trans } from '@lingui/react/macro';
import { lazy, Suspense, useEffect } from 'react';
import { call } from '#app/call.ts';
import { ShortPieces } from '#app/donations/short-pieces.tsx';
import { DrawCheckPart } from '#app/draws/draw-check-part.tsx';
import { keepSeen } from '#app/draws/seen-draws.ts';
import { useIsPast } from '#app/draws/use-is-past.ts';
import { WhenKnown } from '#app/draws/when-known.tsx';
import { Level } from '#app/memberships/level.tsx';
import type { CallAnswer } from '#base/calls/call.ts';
import { bring } from '#base/pages/bring.ts';
import { serverNow } from '#base/text/server-clock.ts';
import { Stack } from '#base/ui/layout/parts.tsx';
import { LinkButton } from '#base/ui/page/link-button.tsx';
import panel from '#base/ui/panel/panel.module.css';
import { ShareButton } from '#base/ui/share/share-button.tsx';
import { ChoiceToCome } from '../choosing/choice-to-come.tsx';
import { giftPath } from '../gift-path.ts';
import type { ShownGift } from '../gift-shapes.ts';
import type { giftsCalls } from '../gifts.calls.ts';
import { PieceCard } from '../piece-card.tsx';
import { GiftGetters } from './gift-getters.tsx';
import { GiftPart } from './gift-part.tsx';
import { PieceLead } from './piece-lead.tsx';
import { type KnownGift, useGift } from './use-gift.ts';

// Only for those who got a piece.
const ChoosingForm = lazy(() => bring(() => import('../choosing/choosing-form.tsx')));

interface GiftBodyProps {
  readonly loaded: CallAnswer<typeof giftsCalls.gifted>;
  /** Of the page, to share it by. */
  readonly title: string;
  /** Of the country (GET Config). */
  readonly phoneMask: string;
  readonly currency: string;
}

/** What a gift is for whoever looks, who got some of it, and how everybody checks it. */
export default function GiftBody({ loaded, title, phoneMask, currency }: GiftBodyProps) {
  const { creator } = loaded;
  const isPast = useIsPast(loaded.gift.entryUntil ?? loaded.gift.expiresAt);
  const known = useGift({ loaded, isPast });
  const { places, part, personId } = known;
  // A page that was rendered before the end is kept for later.
  const gift: ShownGift = known.gift.state === 'Entering' && isPast ? { ...known.gift, state: 'Drawing' } : known.gift;
  const { kind, level, product, receiver, seedHash, short } = gift;
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
      {kind === 'Pieces' && !part?.piece && <PieceLead gift={gift} />}
      <GiftPart gift={gift} known={known} phoneMask={phoneMask} />
      {short > 0 && (
        <p>
          <ShortPieces short={short} />
        </p>
      )}
      {level !== null && (
        <div className={panel.panel}>
          <Level level={level} currency={currency} />
        </div>
      )}
      {product !== null && (
        <div className={panel.panel}>
          <PieceCard product={product} creator={creator} />
        </div>
      )}
      <Choosing gift={gift} known={known} phoneMask={phoneMask} />
      {places.length > 0 && <GiftGetters kind={kind} places={places} ownTicket={ticket} />}
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
        {receiver === 'Chat' && <ShareButton title={title} path={giftPath(gift)} />}
        <LinkButton look="quiet" to={`/${userName}`}>
          <Trans>Страница автора</Trans>
        </LinkButton>
      </Stack>
    </WhenKnown>
  );
}

interface ChoosingProps {
  readonly gift: ShownGift;
  readonly known: KnownGift;
  readonly phoneMask: string;
}

/** The choice of whoever got a piece, as long as there is something to choose. */
function Choosing({ gift: { id, product }, known, phoneMask }: ChoosingProps) {
  const piece = known.part?.piece ?? null;
  const isOpen = piece !== null && piece.orderId === null && piece.lapsedAt === null && piece.withdrawnAt === null;
  if (!isOpen || product === null || known.personId === null) return null;
  return (
    <Suspense fallback={<ChoiceToCome />}>
      <ChoosingForm giftId={id} product={product} phoneMask={phoneMask} onRefused={known.readAgain} />
    </Suspense>
  );
}

/** Keeps what is promised while people enter, to be compared with what is drawn. */
function useKeptGift({ id, seedHash, state }: ShownGift, personId: string | null, ticket: string | null): void {
  useEffect(() => {
    if (state !== 'Entering' || seedHash === null) return;
    keepSeen({ id, seedHash }, personId === null || ticket === null ? null : { personId, ticket }, serverNow());
  }, [id, seedHash, state, personId, ticket]);
}
