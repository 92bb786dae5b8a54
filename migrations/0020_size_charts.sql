-- The size chart of a product: rows of cells, the first row holds the headings. Null: none.
alter table product add column size_chart jsonb check (jsonb_typeof(size_chart) = 'array');
