import { useLingui } from '@lingui/react/macro';
import { IconChevronLeft, IconChevronRight, IconZoomIn } from '@tabler/icons-react';
import { lazy, type MouseEvent, Suspense, useRef, useState } from 'react';
import { Ikat } from '#app/images/ikat.tsx';
import { Picture } from '#app/images/picture.tsx';
import { pictureAddress } from '#app/images/picture-address.ts';
import { bring } from '#base/pages/bring.ts';
import { withKeptFocus } from '#base/ui/page/kept-focus.ts';
import type { Seller } from '../seller.ts';
import classes from './gallery.module.css';

interface GalleryProps {
  /** Names of stored pictures; without any the creator's pattern is shown. */
  readonly photos: readonly string[];
  readonly name: string;
  readonly colour: string | null;
  readonly seller: Seller;
}

const PhotoViewer = lazy(() => bring(() => import('./photo-viewer.tsx')));
const sizes = '(width < 45em) calc(100vw - 32px), (width < 80em) 56vw, 700px';

const placeId = (place: number) => `photo-${String(place + 1)}`;

/**
 * The pictures of a product in a strip with native scrolling: by touch, wheel, arrow keys or the thumbnails below. A picture opens in the
 * viewer; without scripts it opens as a file.
 */
export function Gallery({ photos, name, colour, seller }: GalleryProps) {
  const { t } = useLingui();
  const strip = useRef<HTMLUListElement>(null);
  const [at, setAt] = useState(0);
  const [isLarge, setLarge] = useState(false);
  if (photos.length === 0)
    return (
      <div className={classes.strip} data-empty>
        <Ikat userName={seller.userName} width={640} height={640} />
      </div>
    );

  const what = colour === null ? name : `${name}, ${colour}`;
  const last = photos.length - 1;
  const show = (place: number) => {
    const { current } = strip;
    if (current === null || place < 0 || place > last) return;
    const behavior = window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth';
    current.scrollTo({ left: place * current.clientWidth, behavior });
  };
  const isPlain = (event: MouseEvent) => !(event.metaKey || event.ctrlKey || event.shiftKey);
  return (
    <section aria-label={t`Фотографии`}>
      <div className={classes.frame}>
        <ul
          ref={strip}
          className={classes.strip}
          onScroll={({ currentTarget: { scrollLeft, clientWidth } }) => setAt(Math.round(scrollLeft / clientWidth))}
          onKeyDown={({ key }) => {
            if (key === 'ArrowRight') show(at + 1);
            if (key === 'ArrowLeft') show(at - 1);
          }}
        >
          {photos.map((photo, place) => (
            <li key={photo} id={placeId(place)}>
              <a
                href={pictureAddress(photo, 2048)}
                aria-label={t`${what}: увеличить фото ${place + 1}`}
                onClick={(event) => {
                  if (!isPlain(event)) return;
                  event.preventDefault();
                  setAt(place);
                  setLarge(true);
                }}
              >
                <Picture
                  name={photo}
                  alt={t`${what}, фото ${place + 1}`}
                  width={1024}
                  height={1024}
                  sizes={sizes}
                  from={256}
                  to={2048}
                  isFirst={place === 0}
                />
              </a>
            </li>
          ))}
        </ul>
        <IconZoomIn className={classes.zoom} size={22} stroke={1.75} aria-hidden />
        {last > 0 && (
          <>
            <button
              {...withKeptFocus({ disabled: at === 0, onClick: () => show(at - 1) })}
              type="button"
              aria-label={t`Предыдущее фото`}
            >
              <IconChevronLeft size={24} stroke={1.75} aria-hidden />
            </button>
            <button
              {...withKeptFocus({ disabled: at === last, onClick: () => show(at + 1) })}
              type="button"
              aria-label={t`Следующее фото`}
            >
              <IconChevronRight size={24} stroke={1.75} aria-hidden />
            </button>
            <span className={classes.number} aria-hidden>
              {at + 1} / {photos.length}
            </span>
          </>
        )}
      </div>
      {last > 0 && (
        <ul className={classes.thumbs}>
          {photos.map((photo, place) => (
            <li key={photo}>
              <a
                href={`#${placeId(place)}`}
                aria-label={t`Фото ${place + 1}`}
                aria-current={place === at ? 'true' : undefined}
                onClick={(event) => {
                  event.preventDefault();
                  show(place);
                }}
              >
                <Picture name={photo} alt="" width={96} height={96} sizes="88px" to={256} />
              </a>
            </li>
          ))}
        </ul>
      )}
      {isLarge && (
        <Suspense>
          <PhotoViewer photos={photos} what={what} start={at} onClose={() => setLarge(false)} />
        </Suspense>
      )}
    </section>
  );
}
