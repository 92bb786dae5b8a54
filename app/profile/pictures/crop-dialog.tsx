import { Trans } from '@lingui/react/macro';
import { useEffect, useId, useRef, useState } from 'react';
import { uploadPicture } from '#app/images/upload-picture.ts';
import { isCallFailure } from '#base/calls/errors.ts';
import dialogClasses from '#base/ui/dialogs/dialog.module.css';
import { ErrorNotice } from '#base/ui/page/error-notice.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { useAction } from '#base/ui/page/use-action.ts';
import { cutOf, middleOf, type Size } from './crop.ts';
import classes from './crop-dialog.module.css';
import { CropFrame } from './crop-frame.tsx';
import { resizePicture } from './resize-picture.ts';

interface CropDialogProps {
  readonly picture: ImageBitmap;
  readonly type: 'Avatar' | 'Banner';
  /** The size of the uploaded picture in pixels. */
  readonly target: Size;
  readonly onUploaded: (name: string) => void;
  readonly onClose: () => void;
}

/** Crops a picture and uploads it; a lost connection keeps the crop. */
export default function CropDialog({ picture, type, target, onUploaded, onClose }: CropDialogProps) {
  const title = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [crop, setCrop] = useState(() => middleOf(picture));
  const [sent, setSent] = useState(0);
  const { isBusy, failure, act } = useAction();
  const upload = useRef<AbortController | null>(null);
  const ratio = target.width / target.height;
  const isRound = type === 'Avatar';

  useEffect(() => {
    dialog.current?.showModal();
    return () => upload.current?.abort();
  }, []);

  async function send() {
    const ended = new AbortController();
    upload.current = ended;
    setSent(0);
    try {
      const file = await resizePicture(picture, cutOf(picture, ratio, crop), target);
      onUploaded(await uploadPicture({ file, type, onProgress: setSent, signal: ended.signal }));
    } catch (error) {
      if (isCallFailure(error) || !ended.signal.aborted) throw error;
    }
  }

  return (
    <dialog ref={dialog} className={dialogClasses.dialog} aria-labelledby={title} onClose={onClose}>
      <h2 id={title}>{isRound ? <Trans>Аватар</Trans> : <Trans>Баннер</Trans>}</h2>
      <p className={dialogClasses.lead}>
        <Trans>Перетащите картинку или двигайте её стрелками.</Trans>
      </p>
      <div className={isRound ? classes.round : undefined} inert={isBusy}>
        <CropFrame picture={picture} ratio={ratio} crop={crop} isRound={isRound} onCrop={setCrop} />
      </div>
      {isBusy && <progress className={classes.progress} value={sent} aria-labelledby={title} />}
      {failure !== null && <ErrorNotice>{failure.message}</ErrorNotice>}
      <div className={dialogClasses.acts}>
        <ActionButton look="quiet" onClick={() => (isBusy ? upload.current?.abort() : dialog.current?.close())}>
          {isBusy ? <Trans>Отменить загрузку</Trans> : <Trans>Закрыть</Trans>}
        </ActionButton>
        <ActionButton disabled={isBusy} onClick={() => void act(send)}>
          {isBusy ? (
            <Trans>Загружаем: {Math.round(sent * 100)} %</Trans>
          ) : failure === null ? (
            <Trans>Загрузить</Trans>
          ) : (
            <Trans>Повторить</Trans>
          )}
        </ActionButton>
      </div>
    </dialog>
  );
}
