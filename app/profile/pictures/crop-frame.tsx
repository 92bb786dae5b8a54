import { useLingui } from '@lingui/react/macro';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import {
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Stack } from '#base/ui/layout/parts.tsx';
import { type Crop, cutOf, mostZoom, movedBy } from './crop.ts';
import classes from './crop-frame.module.css';

interface CropFrameProps {
  readonly picture: ImageBitmap;
  /** The aspect ratio of the frame: width by height. */
  readonly ratio: number;
  readonly crop: Crop;
  readonly isRound: boolean;
  readonly onCrop: (crop: Crop) => void;
}

const wheelStep = 1.0015;
const zoomStep = 1.1;

/** How far an arrow key moves the frame, as a fraction of its size. */
const keyStep = 0.04;

/** The distance between two fingers. */
function spread(fingers: ReadonlyMap<number, { x: number; y: number }>): number {
  const [one, two] = Array.from(fingers.values());
  return one && two ? Math.hypot(one.x - two.x, one.y - two.y) : 0;
}

/** A crop frame: drag, pinch or wheel, or arrow keys to move and plus and minus to zoom. */
export function CropFrame({ picture, ratio, crop, isRound, onCrop }: CropFrameProps) {
  const { t } = useLingui();
  const canvas = useRef<HTMLCanvasElement>(null);
  const frame = useRef<HTMLButtonElement>(null);
  const fingers = useRef(new Map<number, { x: number; y: number }>());
  const move = (by: Parameters<typeof movedBy>[3]) => onCrop(movedBy(picture, ratio, crop, by));

  // The size changes when the dialog opens after the first paint and when a phone is rotated.
  const [shown, setShown] = useState(0);
  useEffect(() => {
    const { current } = frame;
    if (current === null) return;
    const sizes = new ResizeObserver(() => setShown(current.clientWidth));
    sizes.observe(current);
    return () => sizes.disconnect();
  }, []);

  useLayoutEffect(() => {
    const { current } = canvas;
    const context = current?.getContext('2d');
    if (!current || !context || shown === 0) return;
    const width = Math.round(shown * Math.min(devicePixelRatio, 2));
    current.width = width;
    current.height = Math.round(width / ratio);
    const cut = cutOf(picture, ratio, crop);
    context.imageSmoothingQuality = 'high';
    context.drawImage(picture, cut.left, cut.top, cut.width, cut.height, 0, 0, current.width, current.height);
  }, [picture, ratio, crop, shown]);

  // The wheel listener of React is passive and cannot prevent scrolling.
  const turn = useEffectEvent((times: number) => move({ times }));
  useEffect(() => {
    const { current } = frame;
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      turn(wheelStep ** -event.deltaY);
    };
    current?.addEventListener('wheel', onWheel, { passive: false });
    return () => current?.removeEventListener('wheel', onWheel);
  }, []);

  function onPointerMove(event: PointerEvent<HTMLButtonElement>) {
    const last = fingers.current.get(event.pointerId);
    if (last === undefined) return;
    const before = spread(fingers.current);
    fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const scale = cutOf(picture, ratio, crop).width / event.currentTarget.getBoundingClientRect().width;
    const times = before > 0 ? spread(fingers.current) / before : 1;
    const part = fingers.current.size > 1 ? 0.5 : 1;
    move({ x: (last.x - event.clientX) * scale * part, y: (last.y - event.clientY) * scale * part, times });
  }

  function onKeyDown(event: KeyboardEvent) {
    const { width, height } = cutOf(picture, ratio, crop);
    const steps: Readonly<Record<string, Parameters<typeof movedBy>[3]>> = {
      ArrowLeft: { x: -width * keyStep },
      ArrowRight: { x: width * keyStep },
      ArrowUp: { y: -height * keyStep },
      ArrowDown: { y: height * keyStep },
      '+': { times: zoomStep },
      '=': { times: zoomStep },
      '-': { times: 1 / zoomStep },
    };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    move(step);
  }

  const letGo = (event: PointerEvent) => void fingers.current.delete(event.pointerId);
  return (
    <div>
      <button
        type="button"
        ref={frame}
        className={classes.frame}
        style={{ aspectRatio: ratio }}
        aria-label={t`Кадр: стрелки двигают, плюс и минус меняют размер`}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
        }}
        onPointerMove={onPointerMove}
        onPointerUp={letGo}
        onPointerCancel={letGo}
      >
        <canvas ref={canvas} className={classes.canvas} />
        <span className={isRound ? classes.ring : classes.thirds} />
      </button>
      <Stack className={classes.zoom} gap={12} align="center">
        <button
          type="button"
          className={classes.step}
          aria-label={t`Мельче`}
          onClick={() => move({ times: 1 / zoomStep })}
        >
          <IconMinus size={20} stroke={1.75} />
        </button>
        <input
          type="range"
          min={1}
          max={mostZoom}
          step={0.01}
          value={crop.zoom}
          aria-label={t`Масштаб`}
          onChange={(event) => move({ times: Number(event.currentTarget.value) / crop.zoom })}
        />
        <button
          type="button"
          className={classes.step}
          aria-label={t`Крупнее`}
          onClick={() => move({ times: zoomStep })}
        >
          <IconPlus size={20} stroke={1.75} />
        </button>
      </Stack>
    </div>
  );
}
