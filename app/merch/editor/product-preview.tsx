import { Trans, useLingui } from '@lingui/react/macro';
import { Ikat } from '#app/images/ikat.tsx';
import { Picture } from '#app/images/picture.tsx';
import { Stack, Text } from '#base/ui/layout/parts.tsx';
import { Sum } from '#base/ui/page/sum.tsx';
import { ProductCard } from '../product-card.tsx';
import { ColourChoice, SizeChoice } from '../product-page/product-choices.tsx';
import { StockNote } from '../product-page/stock-note.tsx';
import { cardOf, photosOf, sizeChips } from '../product-view.ts';
import { type ProductChoices, type ProductForm, previewOf } from './product-form.ts';
import classes from './product-preview.module.css';

interface ProductPreviewProps {
  readonly form: ProductForm;
  readonly choices: ProductChoices;
  readonly currency: string;
}

/** A preview of the product as buyers will see it: its card in the list and the head of its page. */
export function ProductPreview({ form, choices, currency }: ProductPreviewProps) {
  const { t } = useLingui();
  const product = previewOf(form, choices);
  if (product === null)
    return (
      <Stack as="aside" className={classes.preview} gap={12} shrinks aria-label={t`Как увидят покупатели`}>
        <Text size={14} dim>
          <Trans>Выберите автора, и здесь появится товар таким, каким его увидят покупатели.</Trans>
        </Text>
      </Stack>
    );
  const card = cardOf(product);
  const [photo] = photosOf(product.images, product.colorId);
  return (
    <Stack as="aside" className={classes.preview} gap={12} shrinks aria-label={t`Как увидят покупатели`}>
      <h2 className={classes.title}>
        <Trans>Как увидят покупатели</Trans>
      </h2>
      <Stack inert className={classes.shown} gap={20} data-hidden={!form.isActive || undefined}>
        <div className={classes.card}>
          <ProductCard product={card} currency={currency} />
        </div>
        <Stack className={classes.page} gap={10}>
          <div className={classes.photo}>
            {photo === undefined ? (
              <Ikat userName={card.seller.userName} width={480} height={480} />
            ) : (
              <Picture name={photo} alt="" width={480} height={480} sizes="360px" to={512} />
            )}
          </div>
          <p className={classes.name}>{product.name || <Trans>Без названия</Trans>}</p>
          <p>
            <Sum amount={product.price} currency={currency} big />
          </p>
          <ColourChoice colours={product.colors} chosen={product.color} />
          <SizeChoice sizes={sizeChips(product, choices.sizes)} chosen={product.size} />
          <StockNote stock={product.stock} />
          <p className={classes.about}>{product.description}</p>
        </Stack>
      </Stack>
      {!form.isActive && (
        <Text size={14} dim>
          <Trans>Сейчас товар скрыт: покупатели его не увидят.</Trans>
        </Text>
      )}
    </Stack>
  );
}
