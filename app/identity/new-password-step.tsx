import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { isCallFailure } from '#base/errors.ts';
import { formMessages } from '#base/form-rules.ts';
import { call } from '../call.ts';
import classes from './auth-card.module.css';
import { AuthCard, AuthForm, FaultNotice, SubmitButton } from './auth-card.tsx';
import { actionExpired, weakPassword } from './identity-failures.ts';
import { PasswordField } from './password-field.tsx';
import { passwordLengthFault } from './password-rules.ts';
import { plainPhone } from './resend-clock.ts';
import { session } from './session.ts';
import { useSubmission } from './use-submission.ts';

interface NewPasswordStepProps {
  /** As it stood in the field. */
  readonly phone: string;
  /** The right to change its password, 10 minutes. */
  readonly actionId: string;
  /** The right is over; why, in the server's words. */
  readonly onOver: (message: string) => void;
  /** The password is changed, and the person is logged in with it, or has to log in himself where that was refused. */
  readonly onChanged: () => void;
}

/** The last step of a reset. All sessions end with the old password; this browser logs in with the new one at once. */
export function NewPasswordStep({ phone, actionId, onOver, onChanged }: NewPasswordStepProps) {
  const { t } = useLingui();
  const [password, setPassword] = useState('');
  const [isChecked, setChecked] = useState(false);
  const { isBusy, fault, submit, forget } = useSubmission();
  const ownFault = password === '' ? formMessages.required : passwordLengthFault(password);
  const weak = fault?.code === weakPassword.code ? (fault.fields.password ?? fault.message) : null;

  async function logIn() {
    const body = { phone: plainPhone(phone), password, rememberMe: false };
    try {
      await session.enter(await call('POST Identity/Token', { body }), body.rememberMe);
    } catch (error) {
      // The password is changed all the same: the login screen says what stands in the way.
      if (!isCallFailure(error)) throw error;
    }
  }

  async function change() {
    setChecked(true);
    if (ownFault !== null) return;
    if (isBusy || (fault !== null && fault.until > Date.now())) return;
    await submit(async () => {
      try {
        await call('PUT Identity/ChangePassword', { query: { actionId, password } });
      } catch (error) {
        if (!actionExpired.is(error)) throw error;
        onOver(error.message);
        return;
      }
      await logIn();
      onChanged();
    });
  }

  return (
    <AuthCard
      title={<Trans>Придумайте пароль</Trans>}
      lead={<Trans>После смены пароля вы выйдете на всех других устройствах.</Trans>}
    >
      <AuthForm onSubmit={() => void change()}>
        {/* Tells the browser's keychain whose password this is. */}
        <input
          className={classes.gone}
          name="username"
          autoComplete="username"
          value={phone}
          readOnly
          tabIndex={-1}
          aria-hidden
        />
        <PasswordField
          label={t`Новый пароль`}
          text={password}
          onType={(text) => {
            forget();
            setPassword(text);
          }}
          error={(isChecked ? ownFault : null) ?? weak}
          isNew
          phone={phone}
          autoFocus
        />
        <FaultNotice message={weak === null ? fault?.message : null} />
        <SubmitButton isBusy={isBusy} until={fault?.until ?? 0}>
          <Trans>Сменить пароль и войти</Trans>
        </SubmitButton>
      </AuthForm>
    </AuthCard>
  );
}
