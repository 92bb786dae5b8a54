import { useLingui } from '@lingui/react/macro';
import { IconChevronLeft, IconChevronRight, IconX } from '@tabler/icons-react';
import { type MouseEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { pictureAddress } from '#app/images/picture-address.ts';
import { withKeptFocus } from '#base/ui/page/kept-focus.ts';
import classes from './photo-viewer.module.css';

interface PhotoViewerProps {
  readonly photos: readonly string[];
  /** The name of the product. */
  readonly what: string;
  readonly start: number;
  readonly onClose: () => void;
}

/** Scrolls to the part of the picture under the pointer. */
function follow(box: HTMLElement, { clientX, clientY }: { clientX: number; clientY: number }) {
  const { left, top, width, height } = box.getBoundingClientRect();
  box.scrollTo({
    left: ((clientX - left) / width) * (box.scrollWidth - box.clientWidth),
    top: ((clientY - top) / height) * (box.scrollHeight - box.clientHeight),
  });
}

/** Shows a picture over the whole window; a tap zooms in, then touch or the mouse moves the picture. */
export default function PhotoViewer({ photos, what, start, onClose }: PhotoViewerProps) {
  const { t } = useLingui();
  const dialog = useRef<HTMLDialogElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(start);
  const [isNear, setNear] = useState(false);
  const photo = photos[at];
  const last = photos.length - 1;

  useEffect(() => {
    if (dialog.current?.open === false) dialog.current.showModal();
  }, []);
  const show = (place: number) => {
    if (place < 0 || place > last) return;
    setNear(false);
    setAt(place);
  };
  const press = (event: MouseEvent) => {
    const { clientX, clientY, detail } = event;
    setNear(!isNear);
    // A press by keyboard has no position: the centre is used.
    const place = detail === 0 ? { clientX: innerWidth / 2, clientY: innerHeight / 2 } : { clientX, clientY };
    requestAnimationFrame(() => box.current && follow(box.current, place));
  };
  const look = (event: PointerEvent) => {
    if (isNear && event.pointerType === 'mouse' && box.current) follow(box.current, event);
  };
  return (
    <dialog
      ref={dialog}
      className={classes.viewer}
      aria-label={what}
      onClose={onClose}
      onKeyDown={({ key }) => {
        if (key === 'ArrowRight') show(at + 1);
        if (key === 'ArrowLeft') show(at - 1);
      }}
    >
      <div ref={box} className={classes.box} onPointerMove={look}>
        <button
          type="button"
          className={classes.photo}
          data-near={isNear || undefined}
          aria-label={isNear ? t`Отдалить` : t`Приблизить`}
          onClick={press}
        >
          {photo !== undefined && (
            <img
              key={photo}
              src={pictureAddress(photo, 2048)}
              alt={t`${what}, фото ${at + 1}`}
              style={{ backgroundImage: `url("${pictureAddress(photo, 256)}")` }}
            />
          )}
        </button>
      </div>
      <button type="button" className={classes.close} aria-label={t`Закрыть`} onClick={() => dialog.current?.close()}>
        <IconX size={26} stroke={1.75} aria-hidden />
      </button>
      {last > 0 && (
        <div className={classes.walk}>
          <button
            {...withKeptFocus({ disabled: at === 0, onClick: () => show(at - 1) })}
            type="button"
            aria-label={t`Предыдущее фото`}
          >
            <IconChevronLeft size={26} stroke={1.75} aria-hidden />
          </button>
          <span role="status">
            {at + 1} / {photos.length}
          </span>
          <button
            {...withKeptFocus({ disabled: at === last, onClick: () => show(at + 1) })}
            type="button"
            aria-label={t`Следующее фото`}
          >
            <IconChevronRight size={26} stroke={1.75} aria-hidden />
          </button>
        </div>
      )}
    </dialog>
  );
}
