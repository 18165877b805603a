type SavedAddress = {
  id?: number | undefined;
  firstname: string;
  lastname: string;
  telephone: string;
  street: string[];
  city: string;
  postcode: string;
  country_id: string;
  region?: { region: string; region_code: string; region_id: number } | undefined;
  region_id?: number | undefined;
};

export function asCartAddress(address: SavedAddress, customer: { id: number; email: string }) {
  const { firstname, lastname, telephone, street, city, postcode, country_id, region } = address;
  return {
    firstname,
    lastname,
    telephone,
    street,
    city,
    region: region?.region ?? null,
    region_code: region?.region_code ?? null,
    region_id: region?.region_id ?? address.region_id ?? null,
    postcode,
    country_id,
    customer_address_id: address.id ?? null,
    customer_id: customer.id,
    email: customer.email,
    save_in_address_book: 0,
  };
}
