create index product_category on product (category_id);
drop index product_deleted;
