import { useLingui } from '@lingui/react/macro';
import { lazy, useEffect } from 'react';
import { call } from '#app/call.ts';
import { CreatorBand } from '#app/images/creator-band.tsx';
import { pageContext } from '#app/page-context.ts';
import { bring } from '#base/pages/bring.ts';
import { idInAddress, orNotFound } from '#base/pages/not-found.ts';
import { PageHead } from '#base/pages/page-head.tsx';
import { serverNow } from '#base/text/server-clock.ts';
import { PageFrame, PageTitle } from '#base/ui/page/page-frame.tsx';
import { useSumText } from '#base/ui/page/use-sum-text.ts';
import { accentStyle } from '#base/ui/theme/accent.ts';
import { DrawCheckPart } from '../draw-check-part.tsx';
import type { ShownDraw } from '../draw-shapes.ts';
import { DrawTag } from '../draw-tag.tsx';
import { keepSeen } from '../seen-draws.ts';
import { useIsPast } from '../use-is-past.ts';
import { WhenKnown } from '../when-known.tsx';
import type { Route } from './+types/draw-screen';
import { DrawFacts } from './draw-facts.tsx';
import { DrawPlaces } from './draw-places.tsx';
import { MyPartLine } from './my-part-line.tsx';
import { useAwaited } from './use-awaited.ts';
import { useMyPart } from './use-my-part.tsx';

// Only for those who have won.
const WonPart = lazy(() => bring(() => import('./won-part.tsx')));

export async function loader({ context, params }: Route.LoaderArgs) {
  const { services, tag } = context.get(pageContext);
  const drawId = idInAddress(params.drawId).toLowerCase();
  const [shown, config] = await Promise.all([
    orNotFound(services.call('GET Draw/Get', { query: { drawId } }, tag)),
    services.call('GET Config', {}, tag),
  ]);
  return { ...shown, currency: config.country.currencyLabel };
}

/** A draw: what is given, who takes part, who has won, and how everybody checks it. */
export default function DrawScreen({ loaderData }: Route.ComponentProps) {
  const { creator, currency } = loaderData;
  const { t } = useLingui();
  const my = useMyPart(loaderData.draw.id);
  const isPast = useIsPast(loaderData.draw.endsAt);
  const { draw: read, places } = useAwaited({ loaded: loaderData, isPast, my });
  // A page that was rendered before the end is kept for later.
  const draw = read.state === 'open' && isPast ? ({ ...read, state: 'over' } as const) : read;
  useKeptDraw(draw, my.personId, my.part?.ticket ?? null);
  const least = useSumText(currency)(draw.leastSum);
  const { text } = draw;
  const { displayName } = creator;
  const won = my.part?.place ?? null;
  return (
    <PageFrame narrow>
      <PageHead
        title={t`Розыгрыш: ${text}`}
        description={t`${displayName} разыгрывает приз среди тех, кто отправил донат от ${least}. Шансы равны, итоги может проверить каждый.`}
      />
      <div style={accentStyle(creator.accent)}>
        <CreatorBand creator={creator} />
        <PageTitle>{text}</PageTitle>
        <WhenKnown isWaiting={my.isWaiting}>
          {won !== null && <WonPart drawId={draw.id} place={won} onAnswered={my.take} />}
          <div role="status">
            <DrawTag state={draw.state} isPublic />
          </div>
          {draw.state === 'held' && <DrawPlaces draw={draw} places={places} own={won?.place} />}
          <DrawFacts draw={draw} creator={creator} currency={currency} />
          {won === null && <MyPartLine draw={draw} creator={creator} my={my} currency={currency} />}
          <DrawCheckPart
            draw={draw}
            places={places}
            readTickets={async (after) =>
              (await call('GET Draw/Tickets', { query: { drawId: draw.id, after } })).tickets
            }
            personId={my.personId}
            ownTicket={my.part?.ticket ?? null}
          />
        </WhenKnown>
      </div>
    </PageFrame>
  );
}

/** Keeps what is promised while a draw is open, to be compared with what it is held with. */
function useKeptDraw({ id, seedHash, state }: ShownDraw, personId: string | null, ticket: string | null): void {
  useEffect(() => {
    if (state !== 'open') return;
    keepSeen({ id, seedHash }, personId === null || ticket === null ? null : { personId, ticket }, serverNow());
  }, [id, seedHash, state, personId, ticket]);
}
