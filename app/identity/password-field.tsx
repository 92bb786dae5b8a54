import { useLingui } from '@lingui/react/macro';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { Field } from '#base/ui/field.tsx';
import classes from './password-field.module.css';
import { type PasswordStrength, passwordStrength } from './password-strength.ts';

interface PasswordFieldProps {
  readonly label: string;
  readonly text: string;
  readonly onType: (text: string) => void;
  readonly error: string | null;
  /** A new one is judged while it is typed. */
  readonly isNew?: boolean;
  /** The person's own: no good as a password. */
  readonly phone?: string;
  readonly autoFocus?: boolean;
}

/** A password that can be looked at; a new one with a hint how hard it is to guess. */
export function PasswordField({
  label,
  text,
  onType,
  error,
  isNew = false,
  phone = '',
  autoFocus = false,
}: PasswordFieldProps) {
  const { t } = useLingui();
  const input = useRef<HTMLInputElement>(null);
  const [isShown, setShown] = useState(false);

  const adopt = useRef({ onType, autoFocus });
  useEffect(() => {
    const { current } = input;
    // What was typed, or filled in by the browser, before the page came alive.
    if (current !== null && current.value !== '') adopt.current.onType(current.value);
    if (adopt.current.autoFocus) current?.focus();
  }, []);

  return (
    <div className={classes.password}>
      <Field
        ref={input}
        label={label}
        name="password"
        type={isShown ? 'text' : 'password'}
        autoComplete={isNew ? 'new-password' : 'current-password'}
        autoCapitalize="off"
        spellCheck={false}
        value={text}
        onChange={(event) => onType(event.currentTarget.value)}
        error={error}
        required
        mark={
          <button
            type="button"
            className={classes.eye}
            aria-label={isShown ? t`Скрыть пароль` : t`Показать пароль`}
            aria-pressed={isShown}
            onClick={() => setShown(!isShown)}
          >
            {isShown ? <IconEyeOff size={20} stroke={1.75} /> : <IconEye size={20} stroke={1.75} />}
          </button>
        }
      />
      {isNew && error === null && <Strength strength={passwordStrength(text, phone)} />}
    </div>
  );
}

const levels: Readonly<Record<PasswordStrength, number>> = {
  empty: 0,
  short: 1,
  long: 1,
  common: 1,
  fair: 2,
  strong: 3,
};

function Strength({ strength }: { readonly strength: PasswordStrength }) {
  const { t } = useLingui();
  const words = {
    empty: t`От 8 символов. Хорошо работает фраза из нескольких слов`,
    short: t`Пока короче 8 символов`,
    long: t`Длиннее 128 символов`,
    common: t`Такой легко угадать: добавьте слов`,
    fair: t`Подойдёт. Ещё слово, и будет надёжным`,
    strong: t`Надёжный пароль`,
  };
  return (
    <div className={classes.strength} data-level={levels[strength]}>
      <span className={classes.threads} aria-hidden>
        <i />
        <i />
        <i />
      </span>
      <span aria-live="polite">{words[strength]}</span>
    </div>
  );
}
