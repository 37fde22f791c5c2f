import { Button } from '../../wallet/ui/Button.tsx';
import { Field } from '../../wallet/ui/Field.tsx';
import { takeForm, textOf } from './form-values.ts';

type Props = {
  readonly label: string;
  readonly value: string;
  readonly onSearch: (text: string) => void;
};

export function SearchForm({ label, value, onSearch }: Props) {
  return (
    <search class="search">
      <form
        key={value}
        class="line-form"
        onSubmit={(event: SubmitEvent) => {
          const form = takeForm(event);
          if (form) onSearch(textOf(form, 'search'));
        }}
      >
        <Field label={label} name="search" autocomplete="off" defaultValue={value} error={null} />
        <Button type="submit">Search</Button>
      </form>
    </search>
  );
}
