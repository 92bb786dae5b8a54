import { Trans } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { useRevalidator, useSearchParams } from 'react-router';
import { call } from '#app/call.ts';
import { useDateText } from '#base/ui/dates/use-date-text.ts';
import { ConfirmDialog } from '#base/ui/dialogs/confirm-dialog.tsx';
import { FaultLine } from '#base/ui/failures/fault-line.tsx';
import { takeFocus } from '#base/ui/fields/take-focus.ts';
import { Row } from '#base/ui/layout/parts.tsx';
import { ErrorNotice } from '#base/ui/page/error-notice.tsx';
import { ActionButton, LinkButton } from '#base/ui/page/link-button.tsx';
import { useAction } from '#base/ui/page/use-action.ts';
import { useSumText } from '#base/ui/page/use-sum-text.ts';
import { loadLevels } from '../joining/load-levels.ts';
import { useChargeOutcome } from '../listing/provider-answer.ts';
import { priceChanged } from '../membership-failures.ts';
import { CardChange } from './card-change.tsx';
import { nextTerms, type OwnMembership } from './own-membership.ts';
import { TermsForm } from './terms-form.tsx';
import type { WantedLevel } from './wanted-level.ts';

type Part = 'card' | 'terms' | 'charging' | 'leaving';

interface MembershipActsProps {
  readonly membership: OwnMembership;
  readonly currency: string;
  /** The level that the donor has come for; null: none. */
  readonly wanted: WantedLevel | null;
}

/** What the donor can do: accept a price, choose another level or sum, change the card, pay again, leave, stay; or begin again after leaving. */
export function MembershipActs({ membership, currency, wanted }: MembershipActsProps) {
  const { id, state, card, newAmount, isGifted, endReason } = membership;
  const { amount } = nextTerms(membership);
  const { revalidate } = useRevalidator();
  const [params, setParams] = useSearchParams();
  const loadOutcome = useChargeOutcome();
  const { isBusy, failure, act, forget } = useAction((refusal) => {
    // The buttons and the dialog say the new sum, beside the refusal of the old one.
    if (priceChanged.is(refusal)) void revalidate();
  });
  const wantedId = wanted?.levelId ?? null;
  const [open, setOpen] = useState<Part | null>(wanted === null ? null : 'terms');
  /** What was open before: its button has the focus again. */
  const [closed, setClosed] = useState<Part | null>(null);
  const [offered, setOffered] = useState(wanted?.offered ?? []);
  const [shownFor, setShownFor] = useState(wantedId);
  if (wantedId !== shownFor) {
    setShownFor(wantedId);
    setOpen(wanted === null ? null : 'terms');
    if (wanted !== null) setOffered(wanted.offered);
  }
  const sumText = useSumText(currency);
  if (state === 'Pending' || (state === 'Ended' && endReason !== 'Left')) return null;
  if (state === 'Ended' || isGifted) return <MonthlyLink membership={membership} wanted={wantedId} />;
  const run = (action: () => Promise<unknown>, load = revalidate) =>
    void act(async () => {
      await action();
      show(null);
      await load();
    });

  const isDue = state === 'Overdue' || state === 'Paused';

  function show(part: Part | null) {
    setClosed(open);
    setOpen(part);
    // What was refused before belongs to another act.
    forget();
  }

  const readOffer = async () => setOffered(await loadLevels(membership.creator.userName));

  async function choose() {
    if (await act(readOffer)) show('terms');
  }

  function closeTerms() {
    show(null);
    if (wanted === null) return;
    // Reloaded, the page would open the form again.
    const left = new URLSearchParams(params);
    left.delete('level');
    setParams(left, { replace: true, preventScrollReset: true });
  }

  const body = { membershipId: id };
  const newSum = newAmount === null ? '' : sumText(newAmount);
  const sum = sumText(amount);
  const cardText = card === null ? '' : `\u00a0••\u00a0${card.mask.slice(-4)}`;
  const fault = <FaultLine>{failure?.message}</FaultLine>;
  return (
    <>
      {open === 'card' && (
        <CardChange membershipId={id} currency={currency} onSaved={loadOutcome} onClose={() => show(null)} />
      )}
      {open === 'terms' && (
        <TermsForm
          membership={membership}
          currency={currency}
          offered={offered}
          key={wantedId}
          wanted={wantedId}
          isPressed={wantedId === null}
          onRefused={() => void readOffer()}
          onChanged={revalidate}
          onClose={closeTerms}
        />
      )}
      {open !== 'card' && open !== 'terms' && (
        <Row gap={8}>
          {newAmount !== null && (
            <ActionButton
              disabled={isBusy}
              onClick={() => run(() => call('POST Membership/AcceptPrice', { body: { ...body, amount: newAmount } }))}
            >
              <Trans>Согласиться на {newSum} в месяц</Trans>
            </ActionButton>
          )}
          {isDue && (
            <ActionButton disabled={isBusy} onClick={() => show('charging')}>
              <Trans>Списать сейчас</Trans>
            </ActionButton>
          )}
          {state === 'Leaving' && (
            <ActionButton disabled={isBusy} onClick={() => run(() => call('POST Membership/Resume', { body }))}>
              <Trans>Остаться</Trans>
            </ActionButton>
          )}
          <ActionButton
            ref={closed === 'terms' ? takeFocus : null}
            look="quiet"
            disabled={isBusy}
            onClick={() => void choose()}
          >
            <Trans>Сменить уровень или сумму</Trans>
          </ActionButton>
          {state !== 'Leaving' && (
            <>
              <ActionButton ref={closed === 'card' ? takeFocus : null} look="quiet" onClick={() => show('card')}>
                <Trans>Сменить карту</Trans>
              </ActionButton>
              <ActionButton look="quiet" onClick={() => show('leaving')}>
                <Trans>Уйти</Trans>
              </ActionButton>
            </>
          )}
        </Row>
      )}
      {failure !== null && open === null && <ErrorNotice>{failure.message}</ErrorNotice>}
      <ConfirmDialog
        isOpen={open === 'charging' && isDue}
        isBusy={isBusy}
        title={<Trans>Списать {sum}?</Trans>}
        act={<Trans>Списать</Trans>}
        onConfirm={() => run(() => call('POST Membership/Resume', { body: { ...body, amount } }), loadOutcome)}
        onClose={() => show(null)}
      >
        <p>
          <Trans>Деньги спишутся сразу с сохранённой карты{cardText}.</Trans>
        </p>
        {fault}
      </ConfirmDialog>
      <Leaving
        membership={membership}
        isOpen={open === 'leaving'}
        isBusy={isBusy}
        fault={fault}
        onLeave={() => run(() => call('POST Membership/Leave', { body }))}
        onClose={() => show(null)}
      />
    </>
  );
}

interface MonthlyLinkProps {
  readonly membership: OwnMembership;
  /** The id of a level; null: the one of the membership. */
  readonly wanted: string | null;
}

/** Whoever was given months goes on by the form of monthly support, and whoever has left begins again. */
function MonthlyLink({ membership: { creator, level, state }, wanted }: MonthlyLinkProps) {
  const search = `level=${wanted ?? level?.id ?? ''}`;
  const isOver = state === 'Ended';
  return (
    <LinkButton look={isOver ? 'quiet' : 'filled'} to={{ pathname: `/${creator.userName}`, search, hash: 'donation' }}>
      {isOver ? <Trans>Поддержать снова</Trans> : <Trans>Продолжить с картой</Trans>}
    </LinkButton>
  );
}

interface LeavingProps {
  readonly membership: OwnMembership;
  readonly isOpen: boolean;
  readonly isBusy: boolean;
  readonly fault: ReactNode;
  readonly onLeave: () => void;
  readonly onClose: () => void;
}

/** The second tap: it says what follows and asks nothing. */
function Leaving({ membership: { state, paidUntil }, isOpen, isBusy, fault, onLeave, onClose }: LeavingProps) {
  const dateText = useDateText();
  const day = paidUntil === null ? '' : dateText(paidUntil, { date: 'dayMonth' });
  return (
    <ConfirmDialog
      isOpen={isOpen}
      isBusy={isBusy}
      title={<Trans>Больше не списывать</Trans>}
      act={<Trans>Уйти</Trans>}
      onConfirm={onLeave}
      onClose={onClose}
    >
      <p>
        {state === 'Active' ? (
          <Trans>Оплаченный месяц останется вашим до {day}. Потом поддержка закончится сама.</Trans>
        ) : (
          <Trans>Поддержка закончится сразу: месяц не оплачен.</Trans>
        )}
      </p>
      {fault}
    </ConfirmDialog>
  );
}
