import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { call } from '#app/call.ts';
import { isCallFailure } from '#base/calls/errors.ts';
import { formMessages } from '#base/text/form-rules.ts';
import { useAction } from '#base/ui/page/use-action.ts';
import classes from '../auth-card.module.css';
import { AuthCard, AuthForm, FaultNotice, SubmitButton } from '../auth-card.tsx';
import { plainPhone } from '../codes/resend-clock.ts';
import { KeepTools, type RevokedTools } from '../connected-tools.tsx';
import { actionExpired, weakPassword } from '../identity-failures.ts';
import { passwordLengthFault } from '../password-rules.ts';
import { session } from '../session.ts';
import { PasswordField } from './password-field.tsx';

interface NewPasswordStepProps {
  /** As formatted in the field. */
  readonly phone: string;
  /** The right to change the password, 10 minutes. */
  readonly actionId: string;
  /** Whether to ask about connected tools. */
  readonly hasTools: boolean;
  /** The right has expired; the message comes from the server. */
  readonly onOver: (message: string) => void;
  /**
   * The password is changed and the user is logged in, or must log in again if that failed. `revoked`: the tools that were revoked, or
   * null.
   */
  readonly onChanged: (revoked: RevokedTools | null) => void;
}

/** The last step of a reset. All sessions end; this browser logs in with the new password at once. */
export function NewPasswordStep({ phone, actionId, hasTools, onOver, onChanged }: NewPasswordStepProps) {
  const { t } = useLingui();
  const [password, setPassword] = useState('');
  const [isChecked, setChecked] = useState(false);
  const [keepTools, setKeepTools] = useState(false);
  const { isBusy, failure, fields, until, submit, forget } = useAction();
  const ownFault = password === '' ? formMessages.required : passwordLengthFault(password);
  const weak = failure?.code === weakPassword.code ? (fields.password ?? failure.message) : null;

  async function logIn() {
    const body = { phone: plainPhone(phone), password, rememberMe: false };
    try {
      await session.enter(await call('POST Identity/Token', { body }), body.rememberMe);
    } catch (error) {
      // The password is changed in any case: the login screen shows why the login failed.
      if (!isCallFailure(error)) throw error;
    }
  }

  async function change() {
    setChecked(true);
    if (ownFault !== null) return;
    await submit(async () => {
      let revoked: RevokedTools | undefined;
      try {
        ({ revoked } = await call('PUT Identity/ChangePassword', { query: { actionId, password, keepTools } }));
      } catch (error) {
        if (!actionExpired.is(error)) throw error;
        onOver(error.message);
        return;
      }
      await logIn();
      onChanged(revoked ?? null);
    });
  }

  return (
    <AuthCard
      title={<Trans>Придумайте пароль</Trans>}
      lead={<Trans>После смены пароля вы выйдете на всех других устройствах.</Trans>}
    >
      <AuthForm onSend={change}>
        {/* Names the account to the browser's password manager. */}
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
        {hasTools && <KeepTools isChosen={keepTools} onChoose={setKeepTools} />}
        <FaultNotice message={weak === null ? failure?.message : null} />
        <SubmitButton isBusy={isBusy} until={until}>
          <Trans>Сменить пароль и войти</Trans>
        </SubmitButton>
      </AuthForm>
    </AuthCard>
  );
}
