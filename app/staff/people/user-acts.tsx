import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { call } from '#app/call.ts';
import { isRole, type Role } from '#app/identity/roles.ts';
import { useSession } from '#app/identity/session.ts';
import { ConfirmDialog } from '#base/ui/dialogs/confirm-dialog.tsx';
import { FailureText } from '#base/ui/failures/failure-text.tsx';
import { ReasonField } from '#base/ui/fields/reason-field.tsx';
import { Row } from '#base/ui/layout/parts.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { longestBlockReason } from '../comment-lengths.ts';
import { useRoleNames } from '../role-names.ts';
import { useAct } from './use-act.ts';
import type { ModeratedUser } from './user-head.tsx';
import classes from './user-screen.module.css';

/** Actions on a user: block or unblock, end sessions, set the role (admins only). */
export function UserActs({ user }: { readonly user: ModeratedUser }) {
  const state = useSession();
  const { isBusy, failure, act } = useAct();
  const [asking, setAsking] = useState<'block' | 'sessions' | null>(null);
  const { id: userId, userName, isBlocked, blockedReason, mayDecide: mayAct } = user;
  const own = state.status === 'user' ? state.user : null;
  const isAdmin = own?.roles.includes('admin') ?? false;
  const query = { userId };
  return (
    <>
      {isBlocked && (
        <p className={classes.blocked}>
          <Trans>Заблокирован. Причина, которую он видит: {blockedReason ?? ''}</Trans>
        </p>
      )}
      <Row className={classes.acts} gap={10} align="end">
        {mayAct && isBlocked && (
          <ActionButton disabled={isBusy} onClick={() => void act(() => call('PUT Moderator/UnblockUser', { query }))}>
            <Trans>Разблокировать</Trans>
          </ActionButton>
        )}
        {mayAct && !isBlocked && (
          <ActionButton look="quiet" disabled={isBusy} onClick={() => setAsking('block')}>
            <Trans>Заблокировать…</Trans>
          </ActionButton>
        )}
        {mayAct && (
          <ActionButton look="quiet" disabled={isBusy} onClick={() => setAsking('sessions')}>
            <Trans>Завершить все сеансы…</Trans>
          </ActionButton>
        )}
        {isAdmin && <RoleChoice key={user.role} user={user} act={act} isBusy={isBusy} />}
      </Row>
      {failure !== null && (
        <p role="alert" className={classes.fault}>
          <FailureText>{failure.message}</FailureText>
        </p>
      )}
      <BlockDialog
        userName={userName}
        isOpen={asking === 'block'}
        onClose={() => setAsking(null)}
        onBlock={(reason) => {
          setAsking(null);
          void act(() => call('PUT Moderator/BlockUser', { query: { userId, reason } }));
        }}
      />
      <ConfirmDialog
        isOpen={asking === 'sessions'}
        title={<Trans>Завершить все сеансы {userName}?</Trans>}
        act={<Trans>Завершить сеансы</Trans>}
        onClose={() => setAsking(null)}
        onConfirm={() => {
          setAsking(null);
          void act(() => call('PUT Moderator/EndSessions', { query }));
        }}
      >
        <Trans>Он выйдет на всех устройствах и сможет войти снова.</Trans>
      </ConfirmDialog>
    </>
  );
}

interface BlockDialogProps {
  readonly userName: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onBlock: (reason: string) => void;
}

function BlockDialog({ userName, isOpen, onClose, onBlock }: BlockDialogProps) {
  const { t } = useLingui();
  const [reason, setReason] = useState('');
  const [isChecked, setChecked] = useState(false);
  const isMissing = reason.trim() === '';
  const ready = [t`Чужие фотографии`, t`Выдаёт себя за другого`, t`Мошенничество`, t`Оскорбления`, t`Спам`];
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={<Trans>Заблокировать {userName}?</Trans>}
      act={<Trans>Заблокировать</Trans>}
      onClose={onClose}
      onConfirm={() => {
        setChecked(true);
        if (!isMissing) onBlock(reason.trim());
      }}
    >
      <p>
        <Trans>
          Сеансы завершатся, страница, товары и виджеты исчезнут сразу. Разблокировать можно в любой момент.
        </Trans>
      </p>
      <Row className={classes.reasons} gap={6}>
        {ready.map((text) => (
          <button key={text} type="button" onClick={() => setReason(text)}>
            {text}
          </button>
        ))}
      </Row>
      <ReasonField
        label={t`Причина: её прочтёт сам человек`}
        value={reason}
        maxLength={longestBlockReason}
        error={isChecked && isMissing ? t`Без причины блокировать нельзя` : null}
        onType={setReason}
      />
    </ConfirmDialog>
  );
}

interface RoleChoiceProps {
  readonly user: ModeratedUser;
  readonly isBusy: boolean;
  readonly act: (work: () => Promise<unknown>) => Promise<void>;
}

function RoleChoice({ user, isBusy, act }: RoleChoiceProps) {
  const [role, setRole] = useState<Role>(user.role);
  const [isAsking, setAsking] = useState(false);
  const names = useRoleNames();
  const name = names[role];
  const close = () => {
    setAsking(false);
    setRole(user.role);
  };
  return (
    <>
      <label>
        <Trans>Роль</Trans>
        <select
          value={role}
          disabled={isBusy}
          onChange={({ currentTarget: { value } }) => {
            if (!isRole(value) || value === user.role) return;
            setRole(value);
            setAsking(true);
          }}
        >
          <option value="user">{names.user}</option>
          <option value="moderator">{names.moderator}</option>
          <option value="admin">{names.admin}</option>
        </select>
      </label>
      <ConfirmDialog
        isOpen={isAsking}
        title={
          <Trans>
            Новая роль {user.userName}: {name}
          </Trans>
        }
        act={<Trans>Сменить роль</Trans>}
        onClose={close}
        onConfirm={() => {
          setAsking(false);
          void act(() => call('PUT Moderator/SetRole', { query: { userId: user.id, role } })).then(close);
        }}
      >
        <Trans>Его сеансы завершатся: войти нужно будет заново, в управление — с кодом из SMS.</Trans>
      </ConfirmDialog>
    </>
  );
}
