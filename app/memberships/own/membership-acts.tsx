import { Trans } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { useRevalidator, useSearchParams } from 'react-router';
import { call } from '#app/call.ts';
import { useDateText } from '#base/ui/dates/use-date-text.ts';
import { ConfirmDialog } from '#base/ui/dialogs/confirm-dialog.tsx';
import { FaultLine } from '#base/ui/failures/fault-line.tsx';
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

interface MembershipActsProps {
  readonly membership: OwnMembership;
  readonly currency: string;
  /** The level that the donor has come for; null: none. */
  readonly wanted: WantedLevel | null;
}

/** What the donor can do: accept a price, choose another level or sum, change the card, pay again, leave, stay. Nothing once the membership has ended. */
export function MembershipActs({ membership, currency, wanted }: MembershipActsProps) {
  const { id, state, card, newAmount, isGifted } = membership;
  const { amount } = nextTerms(membership);
  const { revalidate } = useRevalidator();
  const [params, setParams] = useSearchParams();
  const loadOutcome = useChargeOutcome();
  const { isBusy, failure, act, forget } = useAction((refusal) => {
    // The buttons and the dialog say the new sum, beside the refusal of the old one.
    if (priceChanged.is(refusal)) void revalidate();
  });
  const [open, setOpen] = useState<'card' | 'terms' | 'charging' | 'leaving' | null>(wanted === null ? null : 'terms');
  const [offered, setOffered] = useState(wanted?.offered ?? []);
  const sumText = useSumText(currency);
  if (state === 'Ended' || state === 'Pending') return null;
  if (isGifted) return <GoOn membership={membership} wanted={wanted?.levelId ?? null} />;
  const run = (action: () => Promise<unknown>, load = revalidate) =>
    void act(async () => {
      await action();
      setOpen(null);
      await load();
    });

  const isDue = state === 'Overdue' || state === 'Paused';

  function show(part: typeof open) {
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
          wanted={wanted?.levelId ?? null}
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
              <Trans>Платить {newSum}</Trans>
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
          <ActionButton look="quiet" disabled={isBusy} onClick={() => void choose()}>
            <Trans>Сменить уровень или сумму</Trans>
          </ActionButton>
          {state !== 'Leaving' && (
            <>
              <ActionButton look="quiet" onClick={() => show('card')}>
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

interface GoOnProps {
  readonly membership: OwnMembership;
  /** The id of a level; null: the one that was given. */
  readonly wanted: string | null;
}

/** Whoever was given months goes on by the form of monthly support. */
function GoOn({ membership: { creator, level }, wanted }: GoOnProps) {
  const search = `level=${wanted ?? level?.id ?? ''}`;
  return (
    <LinkButton to={{ pathname: `/${creator.userName}`, search, hash: 'donation' }}>
      <Trans>Продолжить с картой</Trans>
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
