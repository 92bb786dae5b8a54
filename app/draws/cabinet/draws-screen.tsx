import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '#app/call.ts';
import { loadOwnList, type OwnListQuery } from '#app/own-list.ts';
import type { CallAnswer } from '#base/calls/call.ts';
import { PageHead } from '#base/pages/page-head.tsx';
import { OwnList } from '#base/ui/lists/own-list.tsx';
import { useLiveList } from '#base/ui/lists/use-live-list.ts';
import { EmptyState } from '#base/ui/page/empty-state.tsx';
import { PageTitle } from '#base/ui/page/page-frame.tsx';
import { drawLimits } from '../draw-rules.ts';
import type { OwnPlace, ShownDraw } from '../draw-shapes.ts';
import type { drawsCalls } from '../draws.calls.ts';
import type { Route } from './+types/draws-screen';
import { DrawForm } from './draw-form.tsx';
import { OwnDraw } from './own-draw.tsx';

type List = CallAnswer<typeof drawsCalls.draws>;

/** Who has won the draws of a page that are held, by draw. */
async function readPlaces({ items }: List, signal: AbortSignal): Promise<ReadonlyMap<string, readonly OwnPlace[]>> {
  const read = async ({ id: drawId }: ShownDraw) => {
    const places = await call('GET Draw/Places', { query: { drawId } }, { signal });
    return [drawId, places.items] as const;
  };
  return new Map(await Promise.all(items.filter(hasWinners).map(read)));
}

const hasWinners = ({ heldAt, entryCount }: ShownDraw) => heldAt !== null && entryCount !== 0;

const live = {
  read: (query: OwnListQuery, signal: AbortSignal) => call('GET Draw/List', { query }, { signal }),
  isOpen: ({ items }: List) => items.some(({ state }) => state === 'open' || state === 'over'),
};

export async function clientLoader(asked: Route.ClientLoaderArgs) {
  const { signal } = asked.request;
  const [own, config, limits] = await Promise.all([
    loadOwnList(live.read, asked),
    call('GET Config', {}, { signal }),
    // Without them the server says what they are.
    call('GET Donate/Settings', {}, { signal }).catch(() => null),
  ]);
  return { ...own, isOn: config.draws, limits, places: await readPlaces(own.loaded.list, signal) };
}

/** The creator's draws: announced, called off and held here, with everybody who has won. */
export default function Draws({ loaderData }: Route.ComponentProps) {
  const { loaded, currency, isOn, limits, places } = loaderData;
  const { t } = useLingui();
  const { revalidate } = useRevalidator();
  const { list, isLost } = useLiveList(loaded, live);
  const [madeId, setMadeId] = useState<string | null>(null);
  const { Skip, Take } = loaded.query;
  if (madeId !== null && Skip > 0) setMadeId(null);
  const title = t`Розыгрыши`;
  const off = <Trans>Розыгрыши на этом сайте выключены</Trans>;
  const full = <Trans>Идут пять розыгрышей, больше сразу нельзя. Дождитесь конца одного из них.</Trans>;
  const isFull = list.items.filter(({ state }) => state === 'open').length >= drawLimits.open;

  // What was held by itself meanwhile has winners that are not loaded yet.
  const isHeldSince = list.items.some((draw) => hasWinners(draw) && !places.has(draw.id));
  useEffect(() => {
    if (isHeldSince) void revalidate();
  }, [isHeldSince, revalidate]);

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
          places={places.get(draw.id) ?? []}
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
