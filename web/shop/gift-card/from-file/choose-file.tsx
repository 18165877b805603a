import type { MessageDescriptor } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { type DragEvent, useState } from 'react';
import { MAX_RECIPIENTS } from '#contract/rules/limits.ts';
import { handleMissingCode } from '#web/shared/offline/code-missing.ts';
import { buttonClasses } from '#web/ui/button.tsx';
import { classes } from '#web/ui/classes.ts';
import { Icon } from '#web/ui/icons.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import type { FileError, FileLine } from './read-recipients.ts';
import { templateFile } from './template-file.ts';

/** A generous limit: a list of a thousand people needs one percent of it. */
const MAX_BYTES = 5_000_000;

type WrongFile = FileError | { error: 'too-large' };

export function ChooseFile({ onRead }: { onRead: (lines: FileLine[]) => void }) {
  const { i18n } = useLingui();
  const [wrong, setWrong] = useState<WrongFile | null>(null);
  const [busy, setBusy] = useState(false);

  async function read(file: File | undefined): Promise<void> {
    if (!file || busy) return;
    setWrong(null);
    if (file.size > MAX_BYTES) return setWrong({ error: 'too-large' });
    setBusy(true);
    try {
      const reader = await import('./read-recipients.ts').catch(handleMissingCode);
      if (!reader) return;
      const found = reader.readRecipients(new Uint8Array(await file.arrayBuffer()));
      if ('error' in found) setWrong(found);
      else onRead(found.lines);
    } finally {
      setBusy(false);
    }
  }
  return (
    <>
      <p className="mt-2 text-15 text-muted">
        <Trans>
          A CSV file with a row for each person: first name, last name and mobile. Write mobiles as 0412 345 678 or +61
          412 345 678.
        </Trans>
      </p>
      <DropZone busy={busy} onFile={(file) => void read(file)} />
      {wrong && (
        <Notice tone="bad" className="mt-4">
          {i18n._(wrongFileText(wrong, MAX_RECIPIENTS.toLocaleString(i18n.locale)))}
        </Notice>
      )}
      <a
        download="recipients.csv"
        href={`data:text/csv;charset=utf-8,${encodeURIComponent(templateFile(i18n))}`}
        className={buttonClasses({ variant: 'quiet' }, 'mt-3 -ml-3 px-3!')}
      >
        <Icon name="down" className="size-5" />
        <Trans>Download a template</Trans>
      </a>
    </>
  );
}

function DropZone({ busy, onFile }: { busy: boolean; onFile: (file: File | undefined) => void }) {
  const [isDraggedOver, setOver] = useState(false);
  const drag = (isOver: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(isOver);
  };
  return (
    <label
      onDragOver={drag(true)}
      onDragLeave={drag(false)}
      onDrop={(event) => {
        drag(false)(event);
        onFile(event.dataTransfer.files[0]);
      }}
      className={classes(
        'relative mt-4 flex min-h-36 cursor-pointer flex-col items-center justify-center gap-2 rounded-card border-2 border-dashed p-5 text-center',
        'focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent',
        isDraggedOver ? 'border-accent bg-accent-soft' : 'border-edge hover:bg-sunken',
      )}
    >
      <input
        type="file"
        accept=".csv,.tsv,.txt,text/csv,text/plain"
        data-autofocus
        // biome-ignore lint/a11y/noAutofocus: it replaces a list whose button had the focus.
        autoFocus
        className="absolute inset-0 cursor-pointer opacity-0"
        onChange={({ currentTarget }) => {
          onFile(currentTarget.files?.[0]);
          // Clears the input, so that the customer can choose the same file again after a correction.
          currentTarget.value = '';
        }}
      />
      {busy ? <Spinner /> : <Icon name="copy" className="size-7 text-accent" />}
      <span className="text-17 font-semibold">
        <Trans>Choose a file</Trans>
      </span>
      <span className="text-15 text-muted">
        <Trans>or drop it here</Trans>
      </span>
    </label>
  );
}

function wrongFileText(found: WrongFile, limit: string): MessageDescriptor {
  switch (found.error) {
    case 'no-text':
      return msg`This is not a CSV file. In your spreadsheet choose “Save as” or “Download”, then CSV.`;
    case 'empty':
      return msg`This file lists no people. Add a row for each person and choose it again.`;
    case 'no-columns':
      return msg`We could not find the columns. Name them in the first row: first name, last name, mobile.`;
    case 'quotes': {
      const { line } = found;
      return msg`A quotation mark in row ${line} is not closed. Correct it and choose the file again.`;
    }
    case 'too-many': {
      const { count } = found;
      return msg({
        message: plural(count, {
          other: `This file has # people. You can send to ${limit} at once: split the file, and place an order for each part.`,
        }),
      });
    }
    case 'too-large':
      return msg`This file is too large for a list of people. Choose the CSV file with names and mobiles.`;
  }
}
