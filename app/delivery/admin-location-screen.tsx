import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { call } from '#app/call.ts';
import { orMissing } from '#app/document/missing.ts';
import { PageHead } from '#app/document/page-head.public.tsx';
import { isCallFailure } from '#base/errors.ts';
import { ConfirmDialog } from '#base/ui/confirm-dialog.tsx';
import { ErrorNotice } from '#base/ui/error-notice.tsx';
import { focusFirstFault } from '#base/ui/focus-fault.ts';
import { LeaveDialog } from '#base/ui/leave-dialog.tsx';
import { ActionButton } from '#base/ui/link-button.tsx';
import { PageFrame, PageTitle } from '#base/ui/page-frame.tsx';
import { Skeleton } from '#base/ui/skeleton.tsx';
import { useUnsaved } from '#base/ui/use-unsaved.ts';
import type { Route } from './+types/admin-location-screen';
import classes from './admin-location-screen.module.css';
import type { PickUpPoint, Region } from './delivery.calls.ts';
import { PointFields } from './point-fields.tsx';
import { PointPlace } from './point-place.tsx';
import { usePointForm } from './use-point-form.ts';

const list = '/admin/locations';

export async function clientLoader({ params, request }: Route.ClientLoaderArgs) {
  const { signal } = request;
  const { id } = params;
  const [regions, point] = await Promise.all([
    call('GET Region', {}, { signal }),
    id === undefined ? null : orMissing(call('GET PickUp/{id}', { params: { id: Number(id) } }, { signal })),
  ]);
  return { regions, point };
}

export function HydrateFallback() {
  return (
    <PageFrame>
      <div aria-busy className={classes.fields}>
        <Skeleton height={48} />
        <Skeleton height={320} />
        <Skeleton height={160} />
      </div>
    </PageFrame>
  );
}

/** A new pickup point or one that is there (specification, /admin/locations/point and /point/{id}). */
export default function AdminLocation({ loaderData: { point, regions } }: Route.ComponentProps) {
  const { t } = useLingui();
  const title = point?.name ?? t`Новый пункт выдачи`;
  return (
    <PageFrame>
      <PageHead title={title} noIndex />
      <p className={classes.back}>
        <Link to={list}>
          <Trans>Все пункты выдачи</Trans>
        </Link>
      </p>
      <PageTitle>{title}</PageTitle>
      <PointEditor key={point?.id ?? 'new'} point={point} regions={regions} />
    </PageFrame>
  );
}

interface PointEditorProps {
  readonly point: PickUpPoint | null;
  readonly regions: readonly Region[];
}

function PointEditor({ point, regions }: PointEditorProps) {
  const navigate = useNavigate();
  const form = usePointForm(point, regions);
  const blocker = useUnsaved(form.isUnsaved);
  const frame = useRef<HTMLFormElement>(null);
  const { state } = form;

  useEffect(() => {
    if (state === 'saved') void navigate(list);
  }, [state, navigate]);

  async function save() {
    if (await form.save()) return;
    if (frame.current) focusFirstFault(frame.current);
  }

  return (
    <form
      ref={frame}
      noValidate
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <div className={classes.columns}>
        <PointFields form={form} regions={regions} />
        <PointPlace form={form} />
      </div>
      {typeof state === 'object' && <ErrorNotice>{state.fault}</ErrorNotice>}
      <div className={classes.acts}>
        <button type="submit" className={classes.save} disabled={state === 'busy'} aria-busy={state === 'busy'}>
          {point === null ? <Trans>Добавить пункт</Trans> : <Trans>Сохранить</Trans>}
        </button>
        {point !== null && <DeletePoint point={point} onDeleted={form.leave} onClosed={() => form.follow(false)} />}
      </div>
      <LeaveDialog blocker={blocker} />
    </form>
  );
}

interface DeletePointProps {
  readonly point: PickUpPoint;
  readonly onDeleted: () => void;
  /** Orders refer to it: it was closed instead. */
  readonly onClosed: () => void;
}

function DeletePoint({ point, onDeleted, onClosed }: DeletePointProps) {
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const [isOnlyClosed, setOnlyClosed] = useState(false);
  const { id, name } = point;

  async function remove() {
    setBusy(true);
    setFault(null);
    try {
      const { isDeleted } = await call('DELETE PickUp', { query: { id } });
      setAsking(false);
      if (isDeleted) return onDeleted();
      setOnlyClosed(true);
      onClosed();
    } catch (error) {
      if (!isCallFailure(error)) throw error;
      setFault(error.message);
    } finally {
      setBusy(false);
    }
  }

  if (isOnlyClosed) {
    return (
      <p role="status" className={classes.closed}>
        <Trans>На этот пункт ссылаются заказы, поэтому он не удалён, а закрыт: покупатели его больше не видят.</Trans>{' '}
        <Link to={list}>
          <Trans>Ко всем пунктам</Trans>
        </Link>
      </p>
    );
  }
  return (
    <>
      <ActionButton look="quiet" onClick={() => setAsking(true)}>
        <Trans>Удалить</Trans>
      </ActionButton>
      <ConfirmDialog
        isOpen={isAsking}
        title={<Trans>Удалить пункт «{name}»?</Trans>}
        act={<Trans>Удалить пункт</Trans>}
        isBusy={isBusy}
        onConfirm={() => void remove()}
        onClose={() => setAsking(false)}
      >
        <p>
          <Trans>Если на пункт ссылаются заказы, он не исчезнет, а закроется.</Trans>
        </p>
        {fault !== null && <ErrorNotice>{fault}</ErrorNotice>}
      </ConfirmDialog>
    </>
  );
}
