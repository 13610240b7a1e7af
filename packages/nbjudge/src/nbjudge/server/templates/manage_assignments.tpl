{%- extends 'nbgrader/manage_assignments.tpl' -%}

{%- block head -%}
{{ super() }}
<script src="{{ base_url }}/formgrader/nbjudge/collect_link.js"></script>
{%- endblock -%}
