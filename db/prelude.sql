-- Search: texts as they are compared, and trigrams that find a word by its beginning and with typing mistakes in it.
-- pg_trgm is a trusted extension: the owner of the database may create it.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- Small letters and digits only, accents off, one space before and after each word: 'Café & Crème' -> ' cafe creme '.
-- The same as foldText() in server/domain/catalogue/search/search-words.ts. normalize() in place of unaccent(): it is
-- immutable.
CREATE FUNCTION "search_fold"("raw" text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT regexp_replace(' ' || regexp_replace(
    lower(translate(normalize("raw", NFKD), 'ØøÐðĐđĦħıĸŁłŊŋŦŧÞÆŒ', 'ooddddhhikllnnttþæœ')),
    '[\u0300-\u036f''’‘]', '', 'g') || ' ', '[^a-z0-9\u00df-\u1fff\u3040-\uffff]+', ' ', 'g')
$$;

