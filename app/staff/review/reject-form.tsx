import { Trans, useLingui } from '@lingui/react/macro';
import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { Row, Stack, Text } from '#base/ui/layout/parts.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { longestComment } from '../comment-lengths.ts';
import classes from './reject-form.module.css';
import type { FieldName } from './use-review.ts';

/** Common comments by kind of field. */
function useReadyComments(name: FieldName): readonly string[] {
  const { t } = useLingui();
  const rules = t`Нарушает правила площадки`;
  if (name === 'Avatar' || name === 'Banner') {
    return [
      t`Изображение плохого качества: загрузите другое, побольше`,
      t`На изображении чужой логотип или чужая работа`,
      t`Изображение не для всех возрастов`,
      rules,
    ];
  }
  if (name === 'About' || name === 'ThanksText') {
    return [t`Уберите телефоны и номера карт`, t`Уберите рекламу`, t`Оскорбительные слова`, rules];
  }
  if (name === 'UserType') return [t`Тип не подходит к тому, что вы делаете. Выберите другой`, rules];
  return [t`Ссылка не открывается`, t`Это не ваша страница: покажите, что она ваша`, t`Закрытая страница`, rules];
}

interface RejectFormProps {
  readonly name: FieldName;
  /** Held by who shows the form: it outlives a form that is closed by mistake. */
  readonly comment: string;
  readonly onComment: (comment: string) => void;
  readonly onReject: (comment: string) => void;
  readonly onCancel: () => void;
}

/** The reason: a ready-made comment or an own one, shown to the owner at the field. Digits select, Enter sends, Escape cancels. */
export function RejectForm({ name, comment, onComment, onReject, onCancel }: RejectFormProps) {
  const { t } = useLingui();
  const id = useId();
  const ready = useReadyComments(name);
  const area = useRef<HTMLTextAreaElement>(null);
  const isEmpty = comment.trim() === '';

  useEffect(() => {
    area.current?.focus();
    // What was kept goes on at its end.
    area.current?.setSelectionRange(longestComment, longestComment);
  }, []);

  function press(event: KeyboardEvent) {
    const digit = /^(?:Digit|Numpad)([1-9])$/.exec(event.code)?.[1];
    const isOwn = comment !== '' && !ready.includes(comment);
    const chosen = digit === undefined || isOwn ? undefined : ready[Number(digit) - 1];
    if (event.key === 'Escape') onCancel();
    else if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
      if (!isEmpty) onReject(comment.trim());
    } else if (chosen !== undefined) onComment(chosen);
    else return;
    event.preventDefault();
  }

  return (
    <Stack className={classes.form} gap={8}>
      <Text htmlFor={id} as="label" weight={600}>
        <Trans>Почему отклонено: автор прочтёт это у поля</Trans>
      </Text>
      <Row gap={6}>
        {ready.map((text, place) => (
          <button
            key={text}
            type="button"
            className={classes.choice}
            aria-pressed={comment === text}
            onClick={() => {
              onComment(text);
              area.current?.focus();
            }}
          >
            <kbd>{place + 1}</kbd> {text}
          </button>
        ))}
      </Row>
      <textarea
        ref={area}
        id={id}
        className={classes.area}
        rows={2}
        maxLength={longestComment}
        value={comment}
        placeholder={t`Цифра выбирает готовое. Или напишите своё`}
        onChange={(event) => onComment(event.currentTarget.value)}
        onKeyDown={press}
      />
      <Row gap={8}>
        <ActionButton disabled={isEmpty} onClick={() => onReject(comment.trim())}>
          <Trans>Отклонить с этим текстом</Trans>
        </ActionButton>
        <ActionButton look="quiet" onClick={onCancel}>
          <Trans>Не отклонять</Trans>
        </ActionButton>
      </Row>
    </Stack>
  );
}
