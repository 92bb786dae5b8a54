import { useLingui } from '@lingui/react/macro';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Field } from '#base/ui/fields/field.tsx';
import classes from './password-field.module.css';
import { type PasswordStrength, passwordStrength } from './password-strength.ts';

interface PasswordFieldProps {
  readonly label: string;
  readonly text: string;
  readonly onType: (text: string) => void;
  readonly error: string | null;
  /** Whether it is a new password, rated while it is typed. */
  readonly isNew?: boolean;
  /** The user's own phone, which must not be the password. */
  readonly phone?: string;
  readonly autoFocus?: boolean;
}

/** A password field with a button that reveals the text, and a strength hint for a new password. */
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

  const start = useEffectEvent(() => {
    const { current } = input;
    // Takes over text that was typed or autofilled before hydration.
    if (current !== null && current.value !== '') onType(current.value);
    if (autoFocus) current?.focus();
  });
  useEffect(() => start(), []);

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
