import { Trans, useLingui } from '@lingui/react/macro';
import { call } from '#app/call.ts';
import { loadOwnOffers, type OwnListQuery } from '#app/own-list.ts';
import type { CallAnswer } from '#base/calls/call.ts';
import { PageHead } from '#base/pages/page-head.tsx';
import { OwnList } from '#base/ui/lists/own-list.tsx';
import { useJustMade } from '#base/ui/lists/use-just-made.ts';
import { useLiveList } from '#base/ui/lists/use-live-list.ts';
import { EmptyState } from '#base/ui/page/empty-state.tsx';
import { PageTitle } from '#base/ui/page/page-frame.tsx';
import { drawLimits } from '../draw-rules.ts';
import type { OwnPlace, ShownDraw } from '../draw-shapes.ts';
import type { drawsCalls } from '../draws.calls.ts';
import type { Route } from './+types/draws-screen';
import { DrawForm } from './draw-form.tsx';
import { OwnDraw } from './own-draw.tsx';

interface List extends CallAnswer<typeof drawsCalls.draws> {
  /** Who has won those of the page that are held. */
  readonly places: readonly OwnPlace[];
}

/** The draws of a page with everybody who has won them. */
async function readDraws(query: OwnListQuery, signal: AbortSignal): Promise<List> {
  const { Skip, Take } = query;
  const [list, { items: places }] = await Promise.all([
    call('GET Draw/List', { query }, { signal }),
    call('GET Draw/Places', { query: { Skip, Take } }, { signal }),
  ]);
  return { ...list, places };
}

const placesOf = ({ id }: ShownDraw, { places }: List) => places.filter(({ drawId }) => drawId === id);

/** Whether something may still change by itself: winners answer until they have got the prize. */
function isLive(draw: ShownDraw, list: List): boolean {
  if (draw.state !== 'held') return draw.state === 'open' || draw.state === 'over';
  const places = placesOf(draw, list);
  // The winners of a draw that was held meanwhile are read with the next answer.
  if (places.length === 0) return draw.entryCount !== 0;
  return places.some(({ isGiven, passedAt }) => !isGiven && passedAt === null);
}

const live = {
  read: readDraws,
  isOpen: (list: List) => list.items.some((draw) => isLive(draw, list)),
};

export async function clientLoader(asked: Route.ClientLoaderArgs) {
  const { signal } = asked.request;
  const [own, config] = await Promise.all([loadOwnOffers(live.read, asked), call('GET Config', {}, { signal })]);
  return { ...own, isOn: config.draws };
}

/** The creator's draws: announced, called off and held here, with everybody who has won. */
export default function Draws({ loaderData }: Route.ComponentProps) {
  const { loaded, currency, isOn, limits } = loaderData;
  const { t } = useLingui();
  const { list, isLost } = useLiveList(loaded, live);
  const { Skip, Take } = loaded.query;
  const [madeId, setMadeId] = useJustMade(Skip);
  const title = t`Розыгрыши`;
  const off = <Trans>Розыгрыши на этом сайте выключены</Trans>;
  const full = <Trans>Идут пять розыгрышей, больше сразу нельзя. Дождитесь конца одного из них.</Trans>;
  const isFull = list.items.filter(({ state }) => state === 'open').length >= drawLimits.open;

  if (!isOn && list.count === 0) {
    return (
      <>
        <PageHead title={title} noIndex />
        <PageTitle>{title}</PageTitle>
        <EmptyState title={off} />
      </>
    );
  }
  return (
    <OwnList
      title={title}
      shown={list.items.map((draw) => (
        <OwnDraw
          key={draw.id}
          draw={draw}
          places={placesOf(draw, list)}
          currency={currency}
          isMade={draw.id === madeId}
        />
      ))}
      count={list.count}
      take={Take}
      isLost={isLost}
      add={<Trans>Объявить розыгрыш</Trans>}
      instead={isOn ? (Skip > 0 ? null : isFull ? full : undefined) : off}
      form={(onClose) => <DrawForm currency={currency} limits={limits} onMade={setMadeId} onClose={onClose} />}
      none={<Trans>Розыгрышей пока нет</Trans>}
    >
      <Trans>
        Разыграйте приз среди тех, кто отправил донат от суммы, которую назовёте. Шансы у всех равны, и каждый может
        проверить, что победителей никто не подобрал.
      </Trans>
    </OwnList>
  );
}
