import { useLingui } from '@lingui/react/macro';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import { pageContext } from '#app/page-context.ts';
import { bring } from '#base/pages/bring.ts';
import { idInAddress, orNotFound } from '#base/pages/not-found.ts';
import { PageHead } from '#base/pages/page-head.tsx';
import { Row, Stack } from '#base/ui/layout/parts.tsx';
import { PageFrame, PageTitle } from '#base/ui/page/page-frame.tsx';
import { Skeleton } from '#base/ui/page/skeleton.tsx';
import { useSumText } from '#base/ui/page/use-sum-text.ts';
import { DrawTag } from '../draw-tag.tsx';
import { useSecondsUntil } from '../use-seconds-until.ts';
import type { Route } from './+types/draw-screen';
import { DrawCheckPart } from './draw-check-part.tsx';
import { DrawFacts } from './draw-facts.tsx';
import { DrawPlaces } from './draw-places.tsx';
import classes from './draw-screen.module.css';
import { MyPartLine } from './my-part-line.tsx';
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
  const { draw: loaded, creator, places, currency } = loaderData;
  const { t } = useLingui();
  const my = useMyPart(loaded.id);
  const isPast = useSecondsUntil(loaded.endsAt) === 0;
  // A page that was rendered before the end is kept for later.
  const draw = loaded.state === 'open' && isPast ? ({ ...loaded, state: 'over' } as const) : loaded;
  const least = useSumText(currency)(draw.leastSum);
  const { text } = draw;
  const { displayName } = creator;
  const won = my.part?.place ?? null;
  const mayWait = my.isWaiting !== 'no';
  return (
    <PageFrame narrow>
      <PageHead
        title={t`Розыгрыш: ${text}`}
        description={t`${displayName} разыгрывает приз среди тех, кто отправил донат от ${least}. Шансы равны, итоги может проверить каждый.`}
      />
      <Row className={classes.ways} gap={16} rowGap={4} size={14}>
        <Link to={`/${creator.userName}`}>{displayName}</Link>
      </Row>
      <PageTitle>{text}</PageTitle>
      {mayWait && <Waiting className={my.isWaiting === 'perhaps' ? classes.own : classes.waiting} />}
      {my.isWaiting !== 'yes' && (
        <Suspense fallback={<Waiting className={classes.waiting} />}>
          <Stack className={mayWait ? classes.others : undefined} gap={20} fit>
            {won !== null && <WonPart drawId={draw.id} place={won} onAnswered={my.take} />}
            <div>
              <DrawTag state={draw.state} isPublic />
            </div>
            <DrawFacts draw={draw} creator={creator} currency={currency} />
            {won === null && <MyPartLine draw={draw} creator={creator} my={my} currency={currency} />}
            {draw.state === 'held' && <DrawPlaces draw={draw} places={places} own={won?.place} />}
            <DrawCheckPart draw={draw} places={places} ownTicket={my.part?.ticket ?? null} />
          </Stack>
        </Suspense>
      )}
    </PageFrame>
  );
}

/** Keeps the place of all that depends on who looks, so that nothing moves when it is here. */
const Waiting = ({ className }: { readonly className: string | undefined }) => (
  <div className={className} aria-busy>
    <Skeleton height={240} radius={16} />
  </div>
);
