import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useMemo, useState } from 'react';
import { FailureText } from '#base/ui/failures/failure-text.tsx';
import { Field, TextField } from '#base/ui/fields/field.tsx';
import { takeFocus } from '#base/ui/fields/take-focus.ts';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import panel from '#base/ui/panel/panel.module.css';
import classes from './admin-settings-screen.module.css';
import { wordsIn } from './settings-draft.ts';
import { createStopWords } from './stop-words.ts';
import type { SettingsForm } from './use-donation-settings.ts';

function faultIn(errors: SettingsForm['errors'], words: readonly string[]): ReactNode {
  const [name, text] = Object.entries(errors).find(([field]) => field.startsWith('stopWords')) ?? [];
  if (name === undefined) return undefined;
  const word = words[Number(name.split('.')[1])];
  if (word === undefined) return text;
  return (
    <>
      «{word}»: <FailureText>{text}</FailureText>
    </>
  );
}

/** The list of stop words, folded until it is asked for or has a fault, with a field to try the mask. */
export function StopWordsSection({ form }: { readonly form: SettingsForm }) {
  const { t } = useLingui();
  const { draft, errors } = form;
  const [sample, setSample] = useState('');
  const stopWords = useMemo(() => createStopWords(draft.stopWords), [draft.stopWords]);
  const masked = stopWords.mask(sample);
  const count = draft.stopWords.length;
  const fault = faultIn(errors, draft.stopWords);
  const [isAsked, setAsked] = useState(false);
  // An empty list has nothing to hide, and what is corrected stays in sight.
  const [isShown, setShown] = useState(count === 0);
  if (!isShown && (isAsked || fault !== undefined)) setShown(true);
  return (
    <section className={panel.panel}>
      <h2>
        <Trans>Стоп-слова</Trans>
      </h2>
      <p className={classes.lead}>
        <Trans>
          Закрываются звёздочками на странице, на стриме и в озвучке; автор видит текст как есть. По слову на строке;
          звёздочка в конце берёт все слова с таким началом. Похожие буквы и пробелы между буквами не помогут обойти.
        </Trans>
      </p>
      {isShown ? (
        <StopWordsList key={form.turn} form={form} error={fault} isAsked={isAsked} onFocus={() => setAsked(false)} />
      ) : (
        <ActionButton look="quiet" className={classes.show} onClick={() => setAsked(true)}>
          <Trans>Показать список ({count})</Trans>
        </ActionButton>
      )}
      <Field
        label={<Trans>Проверить на тексте</Trans>}
        placeholder={t`Сообщение, как от зрителя`}
        value={sample}
        onChange={(event) => setSample(event.target.value)}
      />
      <output className={classes.preview} data-clean={masked === sample || undefined}>
        {sample === '' ? <Trans>Здесь будет видно, что прочтут другие.</Trans> : masked}
      </output>
    </section>
  );
}

interface StopWordsListProps {
  readonly form: SettingsForm;
  readonly error: ReactNode;
  /** It takes the focus when it appears. */
  readonly isAsked: boolean;
  readonly onFocus: () => void;
}

/** The list as it is typed; the draft has its words. */
function StopWordsList({ form: { draft, set }, error, isAsked, onFocus }: StopWordsListProps) {
  const [text, setText] = useState(() => draft.stopWords.join('\n'));
  const count = draft.stopWords.length;
  return (
    <TextField
      ref={isAsked ? takeFocus : null}
      label={<Trans>Список, слов: {count}</Trans>}
      rows={8}
      spellCheck={false}
      value={text}
      onFocus={onFocus}
      onChange={(event) => {
        setText(event.target.value);
        set('stopWords', wordsIn(event.target.value));
      }}
      error={error}
    />
  );
}
