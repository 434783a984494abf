/** A card of the address book (imbridge-wire 2.10). */
export interface Contact {
  readonly firstName: string;
  readonly lastName: string;
  readonly phones?: readonly string[];
  readonly emails?: readonly string[];
}

const DIGITS_THAT_COUNT = 10;

export class AddressBook {
  private readonly contacts: Contact[] = [];

  add(contact: Contact): void {
    this.contacts.push(contact);
  }

  list(): readonly Record<string, unknown>[] {
    return this.contacts.map((each, index) => contactJson(each, index));
  }

  /** As in 1.9.9, results are not aligned with the input, phones match by suffix, and e-mails never match. */
  query(addresses: readonly string[]): readonly Record<string, unknown>[] {
    const wanted = addresses.filter((each) => !each.includes('@')).map(suffix);
    const matches = (contact: Contact): boolean =>
      (contact.phones ?? []).some((phone) => wanted.includes(suffix(phone)));
    return this.contacts.map(contactJson).filter((_json, index) => {
      const contact = this.contacts[index];
      return contact !== undefined && matches(contact);
    });
  }
}

const suffix = (phone: string): string => phone.replace(/\D/g, '').slice(-DIGITS_THAT_COUNT);

function contactJson(contact: Contact, index: number): Record<string, unknown> {
  const entries = (addresses: readonly string[] = []) => addresses.map((address) => ({ address, id: null }));
  return {
    phoneNumbers: entries(contact.phones),
    emails: entries(contact.emails),
    firstName: contact.firstName,
    lastName: contact.lastName,
    displayName: `${contact.firstName} ${contact.lastName}`.trim(),
    nickname: null,
    birthday: null,
    avatar: '',
    sourceType: 'db',
    id: index + 1,
  };
}
