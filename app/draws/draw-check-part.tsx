import { Trans } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { bring } from '#base/pages/bring.ts';
import { useHydrated } from '#base/pages/hydrated.ts';
import { useDateText } from '#base/ui/dates/use-date-text.ts';
import { ErrorNotice } from '#base/ui/page/error-notice.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { useAction } from '#base/ui/page/use-action.ts';
import { useAmountText } from '#base/ui/page/use-sum-text.ts';
import panel from '#base/ui/panel/panel.module.css';
import { Tag } from '#base/ui/states/tag.tsx';
import type { DrawCheck, PublishedDraw, PublishedPlace } from './check-draw.ts';
import classes from './draw-check.module.css';
import { seenOfDraw } from './seen-draws.ts';

interface Published {
  readonly id: string;
  readonly seedHash: string;
  readonly seed: string | null;
  readonly digest: string | null;
  readonly entryCount: number | null;
  readonly winners: number | null;
}

interface DrawCheckPartProps {
  /** What is published: before it is held the hash of the seed alone. */
  readonly draw: Published;
  readonly places: readonly PublishedPlace[];
  /** Reads the tickets behind one, or the first ones. */
  readonly readTickets: (after: string | undefined) => Promise<readonly string[]>;
  /** Who looks; null: a guest, or nobody knows. */
  readonly personId: string | null;
  /** Null: they take no part, or nobody knows. */
  readonly ownTicket: string | null;
}

/** What is published of a draw, in a fold, and a check of it in this browser. */
export function DrawCheckPart({ draw, ...asked }: DrawCheckPartProps) {
  const amountText = useAmountText();
  const { seedHash, seed, digest, entryCount, winners } = draw;
  const isHeld = seed !== null && digest !== null && entryCount !== null && winners !== null;
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
            <Check draw={{ seedHash, seed, digest, entryCount, winners }} drawId={draw.id} {...asked} />
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

interface CheckProps extends Omit<DrawCheckPartProps, 'draw'> {
  readonly draw: PublishedDraw;
  readonly drawId: string;
}

function Check({ draw, drawId, places, readTickets, personId, ownTicket }: CheckProps) {
  const { isBusy, failure, run } = useAction();
  const [found, setFound] = useState<FoundOut | null>(null);
  const isHydrated = useHydrated();

  async function check() {
    setFound(null);
    const seen = seenOfDraw(drawId);
    const ticket = personId === null ? null : (seen?.tickets[personId] ?? null);
    const answer = await run(async () => {
      const { checkDraw } = await bring(() => import('./check-draw.ts'));
      const kept = seen === null ? null : { seedHash: seen.seedHash, ticket };
      return checkDraw({ draw, places, readTickets, ownTicket, kept });
    });
    setFound(answer === null ? null : { check: answer, seenAt: seen?.at ?? null, isTicketSeen: ticket !== null });
  }

  const canCheck = !isHydrated || window.isSecureContext;
  return (
    <>
      <div>
        <ActionButton look="quiet" disabled={isBusy || !canCheck} onClick={() => void check()}>
          {isBusy ? <Trans>Считаем…</Trans> : <Trans>Пересчитать в этом браузере</Trans>}
        </ActionButton>
      </div>
      {!canCheck && (
        <p>
          <Trans>
            Здесь пересчитать нельзя: браузер считает такие отпечатки только на страницах с HTTPS. Откройте сайт по
            адресу, который начинается с https://
          </Trans>
        </p>
      )}
      {failure !== null && <ErrorNotice>{failure.message}</ErrorNotice>}
      <div role="status" className={classes.found}>
        {found !== null && <Found {...found} />}
      </div>
    </>
  );
}

interface FoundOut {
  readonly check: DrawCheck;
  /** When the draw was first seen here; null: not before its end. */
  readonly seenAt: string | null;
  /** The ticket that was seen then was compared. */
  readonly isTicketSeen: boolean;
}

function Found({ check, seenAt, isTicketSeen }: FoundOut) {
  const { isSeedKept, areTicketsKept, areWinnersRight, isOwnTicketIn } = check;
  const dateText = useDateText();
  const day = seenAt === null ? '' : dateText(seenAt, { date: 'long' });
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
          {seenAt === null ? (
            <Trans>
              Отпечаток числа совпадает с показанным выше. Сравните его с тем, что показывали до конца розыгрыша
            </Trans>
          ) : (
            <Trans>Отпечаток числа тот самый, что вы видели {day}</Trans>
          )}
        </Holds>
        <Holds holds={areTicketsKept}>
          <Trans>Билеты те самые, ни одного лишнего и ни одного пропавшего</Trans>
        </Holds>
        <Holds holds={areWinnersRight}>
          <Trans>Места достались тем, кому должны были</Trans>
        </Holds>
        {isOwnTicketIn !== null && (
          <Holds holds={isOwnTicketIn}>
            {isTicketSeen ? (
              <>
                <Trans>Среди них ваш билет, тот самый, что вы видели, пока розыгрыш шёл</Trans>
                {!isOwnTicketIn && (
                  <>
                    . <Trans>Если донат вам вернули, его и не должно быть.</Trans>
                  </>
                )}
              </>
            ) : (
              <Trans>Ваш билет среди них</Trans>
            )}
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
