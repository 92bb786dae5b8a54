import { Plural, Trans } from '@lingui/react/macro';
import type { CallAnswer } from '#base/calls/call.ts';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import classes from './auth-card.module.css';
import { AuthCard } from './auth-card.tsx';
import type { identityCalls } from './identity.calls.ts';

/** The tools that a new password revoked. */
export type RevokedTools = NonNullable<CallAnswer<(typeof identityCalls)['changePassword']>['revoked']>;

interface KeepToolsProps {
  readonly isChosen: boolean;
  readonly onChoose: (isChosen: boolean) => void;
}

/** Asks whether tools stay connected after a new password; by default they are revoked. */
export function KeepTools({ isChosen, onChoose }: KeepToolsProps) {
  return (
    <div className={classes.notice}>
      <p>
        <Trans>
          Вместе с паролем сменятся адреса виджетов и перестанут работать ключи доступа, вебхуки и уведомления: их мог
          подключить тот, кто знал старый пароль. Войти из привязанного чата Telegram нельзя будет в любом случае, пока
          его не привяжут снова.
        </Trans>
      </p>
      <label className={classes.check}>
        <input
          type="checkbox"
          name="keepTools"
          checked={isChosen}
          onChange={(event) => onChoose(event.currentTarget.checked)}
        />
        <span>
          <Trans>Оставить их как есть</Trans>
        </span>
      </label>
    </div>
  );
}

/** What the new password revoked, so that the failure of a tool is no surprise. */
export function RevokedList({ revoked }: { readonly revoked: RevokedTools }) {
  const { tokens, webhooks, chats, browsers, hasWidgets } = revoked;
  return (
    <ul className={classes.list}>
      {tokens > 0 && (
        <li>
          <Plural
            value={tokens}
            one="# ключ доступа"
            few="# ключа доступа"
            many="# ключей доступа"
            other="# ключа доступа"
          />
        </li>
      )}
      {webhooks > 0 && (
        <li>
          <Plural value={webhooks} one="# вебхук" few="# вебхука" many="# вебхуков" other="# вебхука" />
        </li>
      )}
      {chats > 0 && (
        <li>
          <Trans>чат, в который приходили уведомления</Trans>
        </li>
      )}
      {browsers > 0 && (
        <li>
          <Trans>уведомления в браузерах</Trans>
        </li>
      )}
      {hasWidgets && (
        <li>
          <Trans>адреса виджетов: вставьте новые в программу для стрима</Trans>
        </li>
      )}
    </ul>
  );
}

/** Shows what the new password revoked, until it has been read. */
export function RevokedStep({ revoked, onGoOn }: { readonly revoked: RevokedTools; readonly onGoOn: () => void }) {
  return (
    <AuthCard title={<Trans>Пароль изменён</Trans>} lead={<Trans>Вместе со старым паролем отключено:</Trans>}>
      <RevokedList revoked={revoked} />
      <ActionButton onClick={onGoOn}>
        <Trans>Продолжить</Trans>
      </ActionButton>
    </AuthCard>
  );
}
