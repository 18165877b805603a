import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import type { OccasionPicture } from '#contract/catalogue.ts';
import type { ListQuery } from '#contract/shapes/listing.ts';
import { brand } from '#web/shared/brand/brand.ts';
import { DrawingPicture } from '../gift-picture/drawing-picture.tsx';
import { occasionsQuery } from '../queries/catalogue.ts';
import { buildSearchString, normalizeListQuery, parseListQuery } from './feed/list-query.ts';
import { occasionWords } from './filters/occasion-words.ts';

/** The product store shows occasions only for gift cards. */
export const hasOccasions = ({ kind, occasion }: ListQuery): boolean =>
  brand.id === 'giftcard' || kind === 'giftcard' || occasion !== undefined;

export function OccasionRow({ initial }: { initial: OccasionPicture[] | null | undefined }) {
  const { i18n, t } = useLingui();
  const [params] = useSearchParams();
  const { data, isError } = useQuery({ ...occasionsQuery, ...(initial ? { initialData: initial } : {}) });
  const listQuery = parseListQuery(params);
  /** Drops the 'Products' filter, because products have no occasion. */
  const buildLinkTarget = ({ occasion }: OccasionPicture) => {
    const { kind, ...otherFilters } = listQuery;
    return {
      search: buildSearchString(
        params,
        normalizeListQuery({ ...otherFilters, ...(kind === 'giftcard' ? { kind } : {}), occasion }),
      ),
    };
  };
  if (isError || data?.length === 0) return null;
  return (
    <nav aria-label={t`Occasions`} className="side-row pb-4">
      <ul className="flex min-h-[7.625rem] w-max gap-3">
        {data?.map((occasionPicture) => {
          const chosen = occasionPicture.occasion === listQuery.occasion;
          return (
            <li key={occasionPicture.occasion} className="occasion">
              <Link to={buildLinkTarget(occasionPicture)} discover="none" aria-current={chosen || undefined}>
                <DrawingPicture template={occasionPicture} sizes="108px" later />
                <span>{i18n._(occasionWords[occasionPicture.occasion])}</span>
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
