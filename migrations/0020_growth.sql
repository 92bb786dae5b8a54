-- Whether any product is in a category is asked whenever one is deleted, by the reference itself too: an index of all.
create index product_category on product (category_id);
drop index product_deleted;
