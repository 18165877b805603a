import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { TemplateLayout } from '#contract/rules/gift-card/gift-picture.ts';
import { OCCASIONS } from '#contract/rules/listing.ts';
import { pictures, products } from './catalogue.ts';
import { id, isOneOf, textEnum } from './columns.ts';

export const templates = pgTable(
  'templates',
  {
    id: id(),
    mmsTemplateId: text('mms_template_id').notNull().unique(),
    name: text('name').notNull(),
    pictureId: text('picture_id')
      .notNull()
      .references(() => pictures.id),
    layout: jsonb('layout').$type<TemplateLayout>().notNull(),
    /** Null if the template suits any day. */
    occasion: textEnum('occasion', OCCASIONS),
  },
  (t) => [index('templates_picture').on(t.pictureId), isOneOf('templates_occasion', t.occasion, OCCASIONS)],
);

export const productTemplates = pgTable(
  'product_templates',
  {
    productId: integer('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    templateId: integer('template_id')
      .notNull()
      .references(() => templates.id),
    position: integer('position').notNull(),
  },
  (t) => [primaryKey({ columns: [t.productId, t.templateId] }), index('product_templates_template').on(t.templateId)],
);
