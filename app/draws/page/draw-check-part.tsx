import { Trans } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { call } from '#app/call.ts';
import { bring } from '#base/pages/bring.ts';
import { ErrorNotice } from '#base/ui/page/error-notice.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { useAction } from '#base/ui/page/use-action.ts';
import { useAmountText } from '#base/ui/page/use-sum-text.ts';
import panel from '#base/ui/panel/panel.module.css';
import { Tag } from '#base/ui/states/tag.tsx';
import type { ShownDraw, ShownPlace } from '../draw-shapes.ts';
import type { DrawCheck, PublishedDraw } from './check-draw.ts';
import classes from './draw-screen.module.css';

interface DrawCheckPartProps {
  readonly draw: ShownDraw;
  readonly places: readonly ShownPlace[];
  /** Of whoever looks; null: they take no part, or nobody knows. */
  readonly ownTicket: string | null;
}

/** What is published of a draw, in a fold, and a check of it in this browser. */
export function DrawCheckPart({ draw, places, ownTicket }: DrawCheckPartProps) {
  const amountText = useAmountText();
  const { seedHash, seed, digest, entryCount } = draw;
  const isHeld = seed !== null && digest !== null && entryCount !== null;
  return (
    <details className={`${panel.panel} ${classes.box}`}>
      <summary className={classes.fold}>
        <Trans>Проверить самому</Trans>
      </summary>
      <div className={classes.check}>
        <p>
          <Trans>
            Когда розыгрыш объявили, сервер загадал секретное число и сразу показал его отпечаток (SHA-256). Поменять
            число потом нельзя: отпечаток не совпадёт.
          </Trans>
        </p>
        <Digits name={<Trans>Отпечаток числа</Trans>}>{seedHash}</Digits>
        {isHeld ? (
          <>
            <Digits name={<Trans>Само число</Trans>}>{seed}</Digits>
            <Digits name={<Trans>Отпечаток всех билетов</Trans>}>{digest}</Digits>
            <Digits name={<Trans>Билетов</Trans>}>{amountText(entryCount)}</Digits>
            <p>
              <Trans>
                Билеты стоят по порядку, строка за строкой, их общий отпечаток — SHA-256. Для каждого билета считается
                HMAC-SHA256 с числом как ключом от строки «отпечаток билетов:билет». У кого он меньше всех, тот на
                первом месте, и так далее.
              </Trans>
            </p>
            <Check
              draw={{ seedHash, seed, digest, entryCount }}
              places={places}
              drawId={draw.id}
              ownTicket={ownTicket}
            />
          </>
        ) : (
          <p>
            <Trans>
              Число и все билеты откроются, когда розыгрыш проведут. Тогда здесь можно будет всё пересчитать.
            </Trans>
          </p>
        )}
      </div>
    </details>
  );
}

function Digits({ name, children }: { readonly name: ReactNode; readonly children: ReactNode }) {
  return (
    <p>
      <span className={classes.quiet}>{name}</span>
      <br />
      <code>{children}</code>
    </p>
  );
}

interface CheckProps extends Pick<DrawCheckPartProps, 'places' | 'ownTicket'> {
  readonly draw: PublishedDraw;
  readonly drawId: string;
}

function Check({ draw, drawId, places, ownTicket }: CheckProps) {
  const { isBusy, failure, run } = useAction();
  const [found, setFound] = useState<DrawCheck | null>(null);

  async function check() {
    setFound(null);
    const readTickets = async (after: string | undefined) =>
      (await call('GET Draw/Tickets', { query: { drawId, after } })).tickets;
    const answer = await run(async () => {
      const { checkDraw } = await bring(() => import('./check-draw.ts'));
      return checkDraw({ draw, places, readTickets, ownTicket });
    });
    setFound(answer);
  }

  // Only pages with HTTPS have it.
  const canCheck = import.meta.env.SSR || window.isSecureContext;
  return (
    <>
      <div>
        <ActionButton look="quiet" disabled={isBusy || !canCheck} onClick={() => void check()}>
          {isBusy ? <Trans>Считаем…</Trans> : <Trans>Пересчитать в этом браузере</Trans>}
        </ActionButton>
      </div>
      {failure !== null && <ErrorNotice>{failure.message}</ErrorNotice>}
      <div role="status" className={classes.found}>
        {found !== null && <Found found={found} />}
      </div>
    </>
  );
}

function Found({ found }: { readonly found: DrawCheck }) {
  const { isSeedKept, areTicketsKept, areWinnersRight, isOwnTicketIn } = found;
  const isRight = isSeedKept && areTicketsKept && areWinnersRight && isOwnTicketIn !== false;
  return (
    <>
      <p>
        <b>
          {isRight ? (
            <Trans>Всё сошлось: победителей никто не подобрал.</Trans>
          ) : (
            <Trans>Не сошлось. Сохраните эту страницу и спросите автора и поддержку сайта.</Trans>
          )}
        </b>
      </p>
      <ul className={classes.holds}>
        <Holds holds={isSeedKept}>
          <Trans>Число то, чей отпечаток показали заранее</Trans>
        </Holds>
        <Holds holds={areTicketsKept}>
          <Trans>Билеты те самые, ни одного лишнего и ни одного пропавшего</Trans>
        </Holds>
        <Holds holds={areWinnersRight}>
          <Trans>Места достались тем, кому должны были</Trans>
        </Holds>
        {isOwnTicketIn !== null && (
          <Holds holds={isOwnTicketIn}>
            <Trans>Ваш билет среди них</Trans>
          </Holds>
        )}
      </ul>
    </>
  );
}

function Holds({ holds, children }: { readonly holds: boolean; readonly children: ReactNode }) {
  return (
    <li>
      <Tag look={holds ? 'done' : 'trouble'}>{holds ? <Trans>Сошлось</Trans> : <Trans>Не сошлось</Trans>}</Tag>{' '}
      {children}
    </li>
  );
}
