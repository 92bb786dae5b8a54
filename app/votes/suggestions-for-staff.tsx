import { Trans } from '@lingui/react/macro';
import { call } from '#app/call.ts';
import { ReasonAct } from '#base/ui/dialogs/reason-act.tsx';
import type { ShownVote } from './vote-shapes.ts';
import classes from './votes-table.module.css';

interface StaffSuggestion {
  readonly suggestionId: number;
  readonly text: string;
  readonly state: 'waiting' | 'accepted' | 'declined';
  readonly declinedFor: string | null;
}

function listed({ options, suggestions = [] }: ShownVote): readonly StaffSuggestion[] {
  const accepted = options
    .filter(({ isSuggested }) => isSuggested === true)
    .map(({ optionId, text }) => ({ suggestionId: optionId, text, state: 'accepted' as const, declinedFor: null }));
  return [...suggestions, ...accepted];
}

/** What donors have suggested to a vote, for the staff, who can decline each. */
export function SuggestionsForStaff({ vote }: { readonly vote: ShownVote }) {
  return (
    <ul className={classes.options}>
      {listed(vote).map(({ suggestionId, text, state, declinedFor }) => (
        <li key={suggestionId}>
          {state === 'declined' ? <s>{text}</s> : <bdi>{text}</bdi>}{' '}
          <small>
            {state === 'waiting' && <Trans>ждёт проверки автора</Trans>}
            {state === 'accepted' && <Trans>добавлен</Trans>}
            {state === 'declined' && <Trans>отклонён: {declinedFor}</Trans>}
          </small>{' '}
          {state !== 'declined' && (
            <ReasonAct
              act={<Trans>Отклонить</Trans>}
              title={<Trans>Отклонить вариант «{text}»</Trans>}
              onSend={(reason) =>
                call('POST Moderator/RemoveSuggestion', { body: { voteId: vote.id, suggestionId, reason } })
              }
            >
              <Trans>
                Вариант увидят только автор и сотрудники сайта, голоса за него не считаются. Деньги остаются у автора.
              </Trans>
            </ReasonAct>
          )}
        </li>
      ))}
    </ul>
  );
}
