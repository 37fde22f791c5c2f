type Props = { readonly name: string; readonly label: string; readonly checked: boolean };

/** An uncontrolled checkbox of a form. */
export const Checkbox = ({ name, label, checked }: Props) => (
  <label class="checkbox">
    <input class="checkbox-input" type="checkbox" name={name} defaultChecked={checked} />
    <span class="checkbox-label">{label}</span>
  </label>
);
