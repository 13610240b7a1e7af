{%- extends 'nbgrader/manage_assignments.tpl' -%}

{#- A course that names no exchange, and whose machine has none, needs no warning about it. -#}
{%- set without_exchange = exchange_missing and exchange == default_exchange -%}
{%- set exchange_missing = exchange_missing and not without_exchange -%}
{%- set course_id = course_id or without_exchange -%}

{%- block head -%}
{{ super() }}
<script src="{{ base_url }}/formgrader/nbjudge/collect_link.js"></script>
{%- endblock -%}
