import { Trans, useLingui } from '@lingui/react/macro';
import { IconX } from '@tabler/icons-react';
import { AmountField } from '#base/ui/fields/amount-field.tsx';
import { FieldFrame } from '#base/ui/fields/field.tsx';
import { HiddenLegend } from '#base/ui/fields/hidden-legend.tsx';
import { Suggestions, useSuggestions } from '#base/ui/fields/suggestions.tsx';
import { useSearch } from '#base/ui/fields/use-search.ts';
import icon from '#base/ui/page/icon-button.module.css';
import { type FoundCreator, findCreators } from './find-creators.ts';
import type { MemberDraft } from './joint-draft.ts';
import classes from './joints-screen.module.css';

interface MemberFieldsProps {
  readonly member: MemberDraft;
  /** Of all who are invited, from 1. */
  readonly number: number;
  /** Its line was added here just now. */
  readonly isNew: boolean;
  readonly nameFault: string | undefined;
  readonly percentFault: string | undefined;
  readonly onChange: (change: Partial<MemberDraft>) => void;
  /** Null: nobody is left without it. */
  readonly onRemove: (() => void) | null;
}

/** One invited creator, found by a part of the name or typed as a user name, with the percent. */
export function MemberFields({
  member,
  number,
  isNew,
  nameFault,
  percentFault,
  onChange,
  onRemove,
}: MemberFieldsProps) {
  const { t } = useLingui();
  const { answer, search, stop } = useSearch(findCreators);
  const typed = member.userName.trim();
  const found = (answer?.text === typed && answer.found) || [];
  const isWhole = found.some(({ userName }) => userName === typed);
  const { list, ties, reset, close } = useSuggestions({
    items: isWhole ? [] : found,
    onTake({ userName }: FoundCreator) {
      onChange({ userName });
      stop();
    },
    onClose: stop,
  });

  function type(userName: string) {
    onChange({ userName });
    reset();
    if (userName.trim() === '') stop();
    else void search(userName.trim());
  }

  return (
    <fieldset className={classes.member}>
      <HiddenLegend>
        <Trans>Автор {number}</Trans>
      </HiddenLegend>
      <FieldFrame label={t`Кого зовёте`} error={nameFault}>
        {(frame) => (
          <>
            <input
              {...frame}
              {...ties}
              // A line that was asked for is written next.
              ref={isNew ? (input) => input?.focus() : null}
              name="userName"
              type="text"
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              placeholder={t`Имя или ник`}
              value={member.userName}
              onChange={({ currentTarget: { value } }) => type(value)}
              onBlur={close}
            />
            <Suggestions list={list} label={t`Найденные авторы`} keyOf={({ userName }) => userName}>
              {({ displayName, userName }) => (
                <>
                  <b>{displayName}</b>
                  <span>@{userName}</span>
                </>
              )}
            </Suggestions>
          </>
        )}
      </FieldFrame>
      <AmountField
        label={t`Доля`}
        unit="%"
        name="memberPercent"
        value={member.percent}
        error={percentFault}
        onType={(percent) => onChange({ percent })}
      />
      {onRemove !== null && (
        <button type="button" className={icon.button} data-quiet aria-label={t`Не звать: ${typed}`} onClick={onRemove}>
          <IconX size={20} stroke={1.75} aria-hidden />
        </button>
      )}
      <span role="status" className="spoken">
        {answer?.found?.length === 0 && <Trans>Таких авторов не нашли, можно написать ник целиком</Trans>}
      </span>
    </fieldset>
  );
}
