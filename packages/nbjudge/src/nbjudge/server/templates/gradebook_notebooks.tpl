{%- extends 'nbgrader/gradebook_notebooks.tpl' -%}

{#- nbgrader writes these names into the script as they are. -#}
{%- block head -%}
<script>
var assignment_id = {{ assignment_id | tojson }};
</script>

<script src="{{ base_url }}/formgrader/static/js/gradebook_notebooks.js"></script>
{%- endblock head -%}
