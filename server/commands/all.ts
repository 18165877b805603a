import type { Command } from './shared/command.ts';

/** Each command's module loads on first use, so that commands do not slow server startup. */
export const commands = {
  import: async () => (await import('./import-catalogue.ts')).importCommand,
  export: async () => (await import('./export-catalogue.ts')).exportCommand,
  places: async () => (await import('./load-places.ts')).placesCommand,
  orders: async () => (await import('./decide-orders.ts')).ordersCommand,
  cards: async () => (await import('./cards/show-cards.ts')).cardsCommand,
  operator: async () => (await import('./make-operator.ts')).operatorCommand,
  seller: async () => (await import('./change-seller.ts')).sellerCommand,
  books: async () => (await import('./keep-books.ts')).booksCommand,
  keys: async () => (await import('./installation/rotate-keys.ts')).keysCommand,
  backup: async () => (await import('./installation/back-up.ts')).backupCommand,
  restore: async () => (await import('./installation/restore.ts')).restoreCommand,
  doctor: async () => (await import('./installation/doctor.ts')).doctorCommand,
  'copy-files': async () => (await import('./installation/back-up.ts')).copyFilesCommand,
  customers: async () => (await import('./customers/customers.ts')).customersCommand,
  link: async () => (await import('./print-link.ts')).linkCommand,
} satisfies Record<string, () => Promise<Command>>;

export type CommandName = keyof typeof commands;

export function isCommand(name: string): name is CommandName {
  return Object.hasOwn(commands, name);
}
