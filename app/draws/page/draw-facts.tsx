import { Trans } from '@lingui/react/macro';
import { useDateText } from '#base/ui/dates/use-date-text.ts';
import { Stack } from '#base/ui/layout/parts.tsx';
import { LinkButton, ReloadButton } from '#base/ui/page/link-button.tsx';
import { useAmountText, useSumText } from '#base/ui/page/use-sum-text.ts';
import type { ShownDraw } from '../draw-shapes.ts';
import classes from './draw-screen.module.css';

interface DrawFactsProps {
  readonly draw: ShownDraw;
  readonly creator: { readonly userName: string; readonly displayName: string };
  readonly currency: string;
}

/** What there is to know of a draw: until when, from which sum on, who takes part, and by which rules. */
export function DrawFacts({ draw, creator, currency }: DrawFactsProps) {
  const { state, cancelledFor } = draw;
  if (state === 'cancelled') {
    return (
      <p className={classes.lead}>
        <Trans>Автор отменил розыгрыш: {cancelledFor}</Trans>
      </p>
    );
  }
  return (
    <>
      <Figures draw={draw} currency={currency} />
      {state === 'open' && (
        <div>
          <LinkButton to={`/${creator.userName}`}>
            <Trans>Поддержать</Trans>
          </LinkButton>
        </div>
      )}
      {state === 'over' && (
        <Stack gap={12} align="start" justify="start">
          <p className={classes.lead}>
            <Trans>Донаты уже не считаются. Итоги появятся здесь в течение суток.</Trans>
          </p>
          <ReloadButton>
            <Trans>Обновить</Trans>
          </ReloadButton>
        </Stack>
      )}
      <Rules draw={draw} currency={currency} />
    </>
  );
}

function Figures({
  draw: { state, createdAt, startsAt, endsAt, heldAt, leastSum, winners, entryCount },
  currency,
}: Omit<DrawFactsProps, 'creator'>) {
  const dateText = useDateText();
  const amountText = useAmountText();
  const sumText = useSumText(currency);
  const moment = (at: string) => dateText(at, { date: 'long', time: 'short' });
  return (
    <dl className={classes.facts}>
      <dt>{state === 'open' ? <Trans>Идёт до</Trans> : <Trans>Шёл до</Trans>}</dt>
      <dd>
        <time dateTime={endsAt}>{moment(endsAt)}</time>
      </dd>
      <dt>
        <Trans>Объявлен</Trans>
      </dt>
      <dd>
        <time dateTime={createdAt}>{moment(createdAt)}</time>
      </dd>
      <dt>
        <Trans>Считаются донаты с</Trans>
      </dt>
      <dd>
        <time dateTime={startsAt}>{moment(startsAt)}</time>
      </dd>
      <dt>
        <Trans>Донат от</Trans>
      </dt>
      <dd>{sumText(leastSum)}</dd>
      <dt>
        <Trans>Победителей</Trans>
      </dt>
      <dd>{amountText(winners)}</dd>
      {heldAt !== null && entryCount !== null && (
        <>
          <dt>
            <Trans>Участвовало</Trans>
          </dt>
          <dd>{amountText(entryCount)}</dd>
        </>
      )}
    </dl>
  );
}

function Rules({ draw: { leastSum, startsAt, createdAt }, currency }: Pick<DrawFactsProps, 'draw' | 'currency'>) {
  const least = useSumText(currency)(leastSum);
  return (
    <ul className={classes.rules}>
      <li>
        <Trans>Участвует каждый, кроме автора, кто за это время отправил донат от {least} из своего аккаунта.</Trans>
      </li>
      {startsAt < createdAt && (
        <li>
          <Trans>Донаты, отправленные до объявления, тоже считаются.</Trans>
        </li>
      )}
      <li>
        <Trans>У каждого один билет и равные шансы: больше донатов — не больше шансов.</Trans>
      </li>
      <li>
        <Trans>Победителей определяет секретное число, отпечаток которого известен заранее: подобрать их нельзя.</Trans>
      </li>
      <li>
        <Trans>Это не азартная игра: за шанс никто не платит, а приз даёт и передаёт сам автор.</Trans>
      </li>
    </ul>
  );
}
